import type { Tx } from "../../db/database.ts";
import { campaignStatuses, type Campaign } from "../../domain/campaign.ts";
import { clawBackOf, type ClawBack } from "../../domain/claw-back.ts";
import { newlyRecorded, type Conversion } from "../../domain/conversion.ts";
import { idOf, type RefundId } from "../../domain/ids.ts";
import type { Money } from "../../domain/values/money.ts";
import type { Remainder } from "../../domain/order-remainder.ts";
import { spentOn, withinRoom } from "../../domain/customer-room.ts";
import { REFUNDED, settle, type Addition, type Settlement } from "../../domain/refund.ts";
import { findCampaign, returnToBudget, takeFromBudget } from "../../store/campaigns/campaigns.ts";
import { sumClawedBack } from "../../store/conversions/claw-backs.ts";
import { saveConversion, saveRefunded } from "../../store/conversions/conversions.ts";
import { insertConversion } from "../../store/conversions/insert-conversion.ts";
import { moveRefunds, wasRejectedByRefund } from "../../store/conversions/refunds.ts";
import type { RecordedTransition } from "../conversions/record-transition.ts";
import type { MerchantContext } from "../context.ts";

/** A conversion that is saved. Its totals, transfers, events and claw-back are still to be recorded. */
export interface Prepared {
  readonly conversion: Conversion;
  readonly transitions: readonly RecordedTransition[];
  /** What is clawed back or returned; null if nothing. */
  readonly clawBack: ClawBack | null;
  /** What is then left of the customer's limit; null: there is none. */
  readonly roomMinor: bigint | null;
}

/** What changed about an order, and why. */
export interface Cause {
  /** null: the order was edited. */
  readonly refundId: RefundId | null;
  /** For an edit: the refund whose claw-back is returned. */
  readonly undoneRefundId?: RefundId | null;
  /** The external ID of the order. */
  readonly orderName: string;
  /** The external ID of the refund or the edit. */
  readonly externalId: string;
  readonly reason: string | null;
  readonly now: Date;
}

const BUDGET_SHORT = "budget_short";
export const EDITED = "Order edited";

/** Brings a locked conversion in line with its refunds: its worth, its status, its parts and the budget. */
export async function prepareConversion(
  tx: Tx,
  context: MerchantContext,
  {
    before,
    remainder,
    cause,
    roomMinor: room,
  }: { before: Conversion; remainder: Remainder; cause: Cause; roomMinor: bigint | null },
): Promise<Prepared> {
  const { refundId, now } = cause;
  const unlimited = settle(before, {
    ...remainder,
    clawedBack: await sumClawedBack(tx, before),
    rejectedByRefund: before.status === "rejected" && (await wasRejectedByRefund(tx, before.id)),
    now,
  });
  const { settlement, roomMinor } =
    room === null ? { settlement: unlimited, roomMinor: null } : withinRoom(before, unlimited, room);
  const { after, action, addition } = await withinBudget(tx, before, settlement);
  const transitions: RecordedTransition[] = [];
  if (action === null) await saveRefunded(tx, after);
  else {
    const note = { actor: context.actor, reason: reasonOf(cause), at: now };
    // What an edit rejects was rejected by the order's refunds, so cancelling them restores it.
    const by = action === "reject" ? (refundId ?? cause.undoneRefundId) : refundId;
    await saveConversion(tx, { from: before.status, after, action, changesWorth: true, refundId: by }, note);
    transitions.push({ before, after, at: now, adjusted: { reason: cause.reason } });
  }
  if (addition) {
    const added = await addConversion(tx, context, { before, addition, cause });
    await moveRefunds(tx, before.accountId, { from: before.id, to: added.id });
    transitions.push({ before: null, after: added, at: now });
  }
  return { conversion: after, transitions, clawBack: clawBackFor(context, { settlement, cause }), roomMinor };
}

/**
 * Returns what is no longer spent, or takes what is spent again. Without room for that, the commission stays low and
 * the conversion is flagged.
 */
async function withinBudget(tx: Tx, before: Conversion, settlement: Settlement): Promise<Settlement> {
  const { after, addition } = settlement;
  const minor = spentOn(after) - spentOn(before) + (addition?.left.commission.minor ?? 0n);
  const commission: Money = { ...after.commission, minor: minor < 0n ? -minor : minor };
  if (minor < 0n) returnToBudget(tx, after.accountId, { id: after.campaignId, commission });
  if (minor <= 0n || (await hasRoom(tx, after, commission))) return { ...settlement, after: unflagged(after) };
  const { status, approvedAt, rejectedAt, rejectionReason, original } = before;
  const kept = { status, approvedAt, rejectedAt, rejectionReason, commission: before.commission };
  // Closing a paid conversion needs room for its new part.
  const { refundedMinor } = addition ?? after;
  const open = addition ? { original, refundedMinor, amount: before.amount, seq: before.seq } : {};
  const action = addition ? null : "adjust";
  return { ...settlement, after: flagged({ ...after, ...kept, ...open }), action, addition: null };
}

export async function hasRoom(tx: Tx, { accountId, campaignId }: Conversion, commission: Money): Promise<boolean> {
  const campaign = await campaignOf(tx, { accountId, campaignId });
  // A commission in another currency was never part of the budget.
  if (commission.currency !== campaign.currency) return true;
  return takeFromBudget(tx, campaign, { commission, statuses: campaignStatuses });
}

async function campaignOf(
  tx: Tx,
  { accountId, campaignId }: Pick<Conversion, "accountId" | "campaignId">,
): Promise<Campaign> {
  const campaign = await findCampaign(tx, accountId, campaignId);
  if (!campaign) throw new Error(`Campaign ${campaignId} of a conversion is missing.`);
  return campaign;
}

const flagged = (conversion: Conversion): Conversion => {
  const { origin } = conversion;
  if (origin.warningSigns.includes(BUDGET_SHORT)) return conversion;
  return { ...conversion, origin: { ...origin, warningSigns: [...origin.warningSigns, BUDGET_SHORT] } };
};

const unflagged = (conversion: Conversion): Conversion => {
  const { origin } = conversion;
  if (!origin.warningSigns.includes(BUDGET_SHORT)) return conversion;
  return {
    ...conversion,
    origin: { ...origin, warningSigns: origin.warningSigns.filter((sign) => sign !== BUDGET_SHORT) },
  };
};

function clawBackFor(
  { actor, random }: MerchantContext,
  { settlement, cause }: { settlement: Settlement; cause: Cause },
): ClawBack | null {
  const { after, clawBackMinor: amountMinor } = settlement;
  if (amountMinor === 0n) return null;
  const { now } = cause;
  const refundId = cause.refundId ?? cause.undoneRefundId ?? null;
  return clawBackOf(after, {
    id: idOf("claw_back", random.uuid(now)),
    amountMinor,
    reason: reasonOf(cause),
    actor,
    now,
    refundId,
  });
}

const reasonOf = ({ reason, refundId }: Cause): string => reason ?? (refundId === null ? EDITED : REFUNDED);

/**
 * Saves a conversion of its own, with a hold period of its own, for what an order is worth in addition. Its commission
 * was taken from the budget before; its transition is still to be recorded.
 */
export async function addConversion(
  tx: Tx,
  context: MerchantContext,
  { before, addition, cause }: { before: Conversion; addition: Addition; cause: Cause },
): Promise<Conversion> {
  const { now } = cause;
  const campaign = await campaignOf(tx, before);
  const conversion: Conversion = {
    ...unflagged(before),
    ...addition.left,
    id: idOf("conversion", context.random.uuid(now)),
    original: addition.original,
    refundedMinor: addition.refundedMinor,
    hasRefunds: addition.refundedMinor > 0n || addition.left.commission.minor !== addition.original.commission.minor,
    partOf: before.partOf ?? before.id,
    ...newlyRecorded(now, campaign.maturationDays),
  };
  return insertNamed(tx, context, { conversion, cause });
}

const NAMES_MAX = 1_000;

/** Named after the order and what caused it. The shop may have used that name, so a number may follow. */
async function insertNamed(
  tx: Tx,
  { actor }: MerchantContext,
  { conversion, cause }: { conversion: Conversion; cause: Cause },
): Promise<Conversion> {
  const name = `${cause.orderName}#${cause.externalId}`;
  for (let number = 1; number <= NAMES_MAX; number += 1) {
    const named = { ...conversion, externalId: number === 1 ? name : `${name}~${number}` };
    if (await insertConversion(tx, named, { actor, order: null })) return named;
  }
  throw new Error(`Order ${name} has too many parts.`);
}
