import type { Tx } from "../../db/database.ts";
import type { Conversion } from "../../domain/conversion.ts";
import { adjustedData, conversionData, type EventType } from "../../domain/events.ts";
import { idOf } from "../../domain/ids.ts";
import { transferBetween } from "../../domain/ledger.ts";
import { deltasBetween } from "../../domain/totals.ts";
import { unpaidBetween } from "../../domain/withdrawable.ts";
import { announce } from "../../store/webhooks/events.ts";
import { postTransfer } from "../../store/ledger/ledger.ts";
import { insertDeltas } from "../../store/ledger/conversion-deltas.ts";
import { adjustMatured } from "../../store/ledger/matured-sums.ts";
import type { Services } from "../context.ts";
import { sendingOf } from "../twins/sending.ts";

export interface RecordedTransition {
  readonly before: Conversion | null;
  readonly after: Conversion;
  readonly at: Date;
  /** Given if a refund or an edit of the order caused it. */
  readonly adjusted?: { readonly reason: string | null } | undefined;
}

type Announcing = Pick<Services, "random" | "twin" | "wallClock">;

/** Records what every transition causes: totals, a transfer if money moves, and an event if there is one for it. */
export const recordTransition = (tx: Tx, context: Announcing, transition: RecordedTransition): void =>
  recordTransitions(tx, context, [transition]);

/** Several at once: all balances in one order, so that two writers cannot deadlock. */
export function recordTransitions(tx: Tx, context: Announcing, transitions: readonly RecordedTransition[]): void {
  if (transitions.length === 0) return;
  insertDeltas(
    tx,
    transitions.flatMap(({ before, after }) => deltasBetween(before, after)),
  );
  for (const { before, after, at } of transitions.toSorted(byHolder)) {
    const { accountId, id: conversionId, seq } = after;
    const transfer = transferBetween(before, after);
    if (transfer) postTransfer(tx, transfer, { id: context.random.uuid(at), accountId, conversionId, seq, at });
  }
  adjustMatured(
    tx,
    transitions.flatMap(({ before, after }) => unpaidBetween(before, after)),
  );
  for (const transition of transitions) announceTransition(tx, context, transition);
}

/** The affiliate's payable balance before the pending one, as an approval locks them. */
const byHolder = ({ after: a }: RecordedTransition, { after: b }: RecordedTransition): number =>
  Number(b.status === "approved") - Number(a.status === "approved");

function announceTransition(tx: Tx, context: Announcing, { before, after, at, adjusted }: RecordedTransition): void {
  const { accountId, id: conversionId, seq } = after;
  const type = adjusted && after.status !== "rejected" ? "conversion.adjusted" : eventOf(before, after);
  if (!type) return;
  announce(tx, {
    id: idOf("event", context.random.uuid(at)),
    accountId,
    type,
    subjectId: conversionId,
    seq,
    createdAt: at,
    ...sendingOf(context, at),
    data: type === "conversion.adjusted" ? adjustedData(after, adjusted?.reason ?? null) : conversionData(after),
  });
}

/** There is no event for a person who restores a conversion to pending. */
function eventOf(before: Conversion | null, after: Conversion): EventType | undefined {
  if (before?.status === after.status) return "conversion.adjusted";
  if (after.status !== "pending") return `conversion.${after.status}`;
  return before === null ? "conversion.created" : undefined;
}
