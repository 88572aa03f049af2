import { campaignStatuses } from "../../domain/campaign.ts";
import type { Tx } from "../../db/database.ts";
import type { AuditAction } from "../../domain/audit.ts";
import { conversionFacts } from "../../domain/audit-facts.ts";
import {
  actionOfMember,
  applyAction,
  type Conversion,
  type Worth,
  type ConversionAction,
  type MemberAction,
} from "../../domain/conversion.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { ConversionId } from "../../domain/ids.ts";
import { findCampaign, returnToBudget, takeFromBudget } from "../../store/campaigns/campaigns.ts";
import { lockConversion, saveConversion } from "../../store/conversions/conversions.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { inTurn } from "../limits/in-turn.ts";
import { customerRoom } from "./customer-room.ts";
import { recordTransition } from "./record-transition.ts";
import { leftOf } from "./left-of.ts";

export interface ChangeConversion {
  readonly id: ConversionId;
  readonly reason?: string | undefined;
  /** Checked inside the transaction, once the conversion is locked. */
  readonly onlyIf?: (tx: Tx, now: Date) => Promise<boolean>;
}

export const approveConversion = (context: MerchantContext, input: ChangeConversion): Promise<Conversion> =>
  changeConversion(context, "approve", input);

/** Through the API: only during the hold period. */
export const rejectConversion = (context: MerchantContext, input: ChangeConversion): Promise<Conversion> =>
  changeConversion(context, "reject", input);

/** In the dashboard: at any time while pending. */
export const rejectConversionAsMember = (context: MerchantContext, input: ChangeConversion): Promise<Conversion> =>
  changeConversion(context, "reject_as_member", input);

export const unrejectConversion = (context: MerchantContext, input: ChangeConversion): Promise<Conversion> =>
  changeConversion(context, "unreject", input);

/** In the dashboard. Only a rejection keeps its reason. */
export const changeConversionAsMember = (
  context: MerchantContext,
  action: MemberAction,
  { id, reason }: ChangeConversion,
): Promise<Conversion> =>
  changeConversion(context, actionOfMember(action), { id, reason: action === "reject" ? reason : undefined });

/**
 * Lock · decide · save · post · announce. Of several concurrent changes one wins; the others see its result and are
 * refused.
 */
function changeConversion(
  context: MerchantContext,
  action: ConversionAction,
  input: ChangeConversion,
): Promise<Conversion> {
  return inTurn(context.turns.account, context.accountId, () => change(context, action, input));
}

function change(
  context: MerchantContext,
  action: ConversionAction,
  { id, reason, onlyIf }: ChangeConversion,
): Promise<Conversion> {
  return context.db.transaction(async (tx) => {
    const before = orRefuse(await lockConversion(tx, context.accountId, id), "conversion_not_found");
    const at = context.clock.now();
    if (onlyIf && !(await onlyIf(tx, at))) throw new AppError("conversion_not_pending");
    const note = { actor: context.actor, reason: reason ?? null, at };
    const changed = applyAction(before, action, { now: at, reason: note.reason });
    const after = action === "unreject" ? await restored(tx, changed) : changed;
    const saved = { from: before.status, after, action: action === "reject_as_member" ? "reject" : action } as const;
    await saveConversion(tx, { ...saved, changesWorth: after !== changed }, note);
    await moveBudget(tx, before, after);
    recordTransition(tx, context, { before, after, at });
    const sides = { before: conversionFacts(before), after: conversionFacts(after) };
    await audit(tx, context, { action: auditActionOf[action], subject: id, ...sides });
    return after;
  });
}

/** It gets what refunds leave of it, as far as the customer's other orders have left room for it. */
async function restored(tx: Tx, changed: Conversion): Promise<Conversion> {
  const roomMinor = await customerRoom(tx, changed);
  const left = changed.hasRefunds ? await leftOf(tx, changed) : changed;
  if (roomMinor === null || roomMinor >= left.commission.minor)
    return changed.hasRefunds ? restoredWorth(changed, left) : changed;
  const { amount, commission } = left;
  return restoredWorth(changed, { amount, commission: { ...commission, minor: roomMinor } });
}

/** While it was rejected, there may have been no room in the budget for all of what refunds leave. Now there must be. */
function restoredWorth(conversion: Conversion, { amount, commission }: Worth): Conversion {
  const { origin } = conversion;
  const warningSigns = origin.warningSigns.filter((sign) => sign !== "budget_short");
  return { ...conversion, amount, commission, hasRefunds: true, origin: { ...origin, warningSigns } };
}

const auditActionOf = {
  approve: "conversion.approved",
  reject: "conversion.rejected",
  reject_as_member: "conversion.rejected",
  unreject: "conversion.unrejected",
} as const satisfies Record<ConversionAction, AuditAction>;

async function moveBudget(tx: Tx, before: Conversion, after: Conversion): Promise<void> {
  const { accountId, campaignId, commission } = after;
  if (after.status === "rejected") returnToBudget(tx, accountId, { id: campaignId, commission });
  if (before.status !== "rejected") return;
  const campaign = await findCampaign(tx, accountId, campaignId);
  if (!campaign) throw new Error(`Conversion ${after.id} has no campaign.`);
  // A commission in another currency was never part of the budget, even if the budget was set later.
  if (commission.currency !== campaign.currency) return;
  const room = await takeFromBudget(tx, campaign, { commission, statuses: campaignStatuses });
  if (!room) throw new AppError("budget_exceeded");
}
