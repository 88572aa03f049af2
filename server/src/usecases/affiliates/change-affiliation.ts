import type { Tx } from "../../db/database.ts";
import { applyAffiliationAction, type Affiliation, type AffiliationAction } from "../../domain/affiliation.ts";
import type { AuditAction } from "../../domain/audit.ts";
import { aboutAffiliation, affiliationFacts } from "../../domain/audit-facts.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { affiliateApprovedData } from "../../domain/events.ts";
import { idOf, type AffiliateId, type AffiliationId, type CampaignId } from "../../domain/ids.ts";
import { findAccount } from "../../store/people/accounts.ts";
import {
  findAffiliationId,
  findPersonOfAffiliate,
  lockAffiliation,
  saveAffiliation,
} from "../../store/campaigns/affiliates.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { announce } from "../../store/webhooks/events.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { approvalMail } from "../mail/mail-texts.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { sendingOf } from "../twins/sending.ts";
import { requireRole } from "../require-role.ts";

export interface ChangeAffiliation {
  readonly id: AffiliationId;
  readonly action: AffiliationAction;
}

export async function changeAffiliation(context: MerchantContext, input: ChangeAffiliation): Promise<Affiliation> {
  requireRole(context, "manager");
  const { db, clock, accountId } = context;
  return db.transaction(async (tx) => {
    const affiliation = orRefuse(await lockAffiliation(tx, accountId, input.id), "affiliation_not_found");
    const now = clock.now();
    const changed = applyAffiliationAction(affiliation, input.action, now);
    const seq = await saveAffiliation(tx, affiliation.status, changed);
    if (input.action === "approve") await tellOfApproval(tx, context, { affiliation: changed, seq, now });
    const sides = { before: affiliationFacts(affiliation), after: affiliationFacts(changed) };
    const about = aboutAffiliation(changed);
    await audit(tx, context, { action: auditActionOf[input.action], subject: affiliation.id, about, ...sides });
    return changed;
  });
}

const auditActionOf = {
  approve: "affiliation.approved",
  reject: "affiliation.rejected",
  suspend: "affiliation.suspended",
  restore: "affiliation.restored",
  remove: "affiliation.removed",
} as const satisfies Record<AffiliationAction, AuditAction>;

/** Notifies the merchant's systems by webhook and the affiliate by email. */
async function tellOfApproval(
  tx: Tx,
  context: MerchantContext,
  { affiliation, seq, now }: { affiliation: Affiliation; seq: number; now: Date },
): Promise<void> {
  const { accountId, random, settings } = context;
  const person = await findPersonOfAffiliate(tx, accountId, affiliation.affiliateId);
  announce(tx, {
    id: idOf("event", random.uuid(now)),
    accountId,
    type: "affiliate.approved",
    subjectId: affiliation.id,
    seq,
    createdAt: now,
    ...sendingOf(context, now),
    data: affiliateApprovedData(affiliation, person),
  });
  if (!settings.mailIsSent) return;
  const [account, campaign] = [
    await findAccount(tx, accountId),
    await findCampaign(tx, accountId, affiliation.campaignId),
  ];
  if (!account || !campaign) throw new Error("An affiliation without its campaign or account.");
  const facts = { merchantName: account.name, campaignName: campaign.name, campaignId: campaign.id };
  const content = approvalMail(settings, facts);
  await queueMail(tx, context, { to: person.email, content, merchantId: context.accountId });
}

/** The public API identifies an affiliate by campaign and affiliate ID. */
export async function removeAffiliate(
  context: MerchantContext,
  within: { campaignId: CampaignId; affiliateId: AffiliateId },
): Promise<void> {
  const { db, accountId } = context;
  if (!(await findCampaign(db, accountId, within.campaignId))) throw new AppError("campaign_not_found");
  const id = orRefuse(await findAffiliationId(db, accountId, within), "affiliate_not_found");
  await changeAffiliation(context, { id, action: "remove" }).catch((error: unknown) => {
    // Someone else removed them after the lookup: report them as not found.
    const isGone = error instanceof AppError && error.code === "affiliation_not_found";
    throw isGone ? new AppError("affiliate_not_found", { cause: error }) : error;
  });
}
