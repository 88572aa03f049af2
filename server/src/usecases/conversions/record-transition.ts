import type { Tx } from "../../db/database.ts";
import type { Conversion } from "../../domain/conversion.ts";
import { adjustedData, conversionData, type EventType } from "../../domain/events.ts";
import { idOf } from "../../domain/ids.ts";
import { transferBetween } from "../../domain/ledger.ts";
import { dayBetween, totalsBetween } from "../../domain/totals.ts";
import { announce } from "../../store/webhooks/events.ts";
import { postTransfer } from "../../store/ledger/ledger.ts";
import { addToDay, addToTotals } from "../../store/ledger/totals.ts";
import type { Services } from "../context.ts";

interface RecordedTransition {
  readonly before: Conversion | null;
  readonly after: Conversion;
  readonly at: Date;
  /** Given if a refund or an edit of the order caused it. */
  readonly adjusted?: { readonly reason: string | null } | undefined;
}

/** Records what every transition causes: totals, a transfer if money moves, and an event if there is one for it. */
export async function recordTransition(
  tx: Tx,
  { random }: Pick<Services, "random">,
  { before, after, at, adjusted }: RecordedTransition,
): Promise<void> {
  const { accountId, id: conversionId, seq } = after;
  await addToTotals(tx, totalsBetween(before, after));
  await addToDay(tx, after, dayBetween(before, after));
  const transfer = transferBetween(before, after);
  if (transfer) await postTransfer(tx, transfer, { id: random.uuid(at), accountId, conversionId, seq, at });
  const type = adjusted && after.status !== "rejected" ? "conversion.adjusted" : eventOf(before, after);
  if (!type) return;
  const data = type === "conversion.adjusted" ? adjustedData(after, adjusted?.reason ?? null) : conversionData(after);
  await announce(tx, {
    id: idOf("event", random.uuid(at)),
    accountId,
    type,
    subjectId: conversionId,
    seq,
    createdAt: at,
    data,
  });
}

/** There is no event for a person who restores a conversion to pending. */
function eventOf(before: Conversion | null, after: Conversion): EventType | undefined {
  if (before?.status === after.status) return "conversion.adjusted";
  if (after.status !== "pending") return `conversion.${after.status}`;
  return before === null ? "conversion.created" : undefined;
}
