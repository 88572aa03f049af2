import { COUPON_CLICK_DAYS } from "tributary-sdk/limits";
import type { AutoApprove } from "tributary-sdk/words";
import type { Tx } from "../../db/database.ts";
import type { AuditEntry } from "../../domain/audit.ts";
import { campaignFacts, planFacts } from "../../domain/audit-facts.ts";
import { slugOf, type Campaign } from "../../domain/campaign.ts";
import { idOf } from "../../domain/ids.ts";
import { insertCampaign, saveCampaign } from "../../store/campaigns/campaigns.ts";
import { saveAutoApprove } from "../../store/conversions/auto-approval.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { campaignPlanFrom, storeVersion } from "../plans/plan-versions.ts";

export type CreateCampaign = Partial<
  Pick<Campaign, "scalesFixed" | "rebind" | "evidence" | "couponNeedsClick" | "couponClickDays">
> &
  Pick<
    Campaign,
    | "name"
    | "targetUrl"
    | "type"
    | "visibility"
    | "commission"
    | "currency"
    | "attributionWindowDays"
    | "maturationDays"
    | "maxBudgetMinor"
  > & {
    /** A plan as it was sent, if one was. */
    readonly plan?: unknown;
    /** Default `never`. */
    readonly autoApprove?: AutoApprove | undefined;
  };

const SLUG_TRIES_MAX = 20;

export async function createCampaign(context: MerchantContext, input: CreateCampaign): Promise<Campaign> {
  const now = context.clock.now();
  const { plan: json, autoApprove = "never", ...fields } = input;
  const plan = json === undefined ? undefined : campaignPlanFrom(json, input, { commission: true });
  const campaign: Campaign = {
    scalesFixed: false,
    planId: null,
    rebind: "never",
    evidence: "coupon",
    couponNeedsClick: "off",
    couponClickDays: COUPON_CLICK_DAYS,
    ...fields,
    id: idOf("campaign", context.random.uuid(now)),
    accountId: context.accountId,
    slug: slugOf(input.name),
    status: "active",
    currentSpendMinor: 0n,
    createdAt: now,
    updatedAt: now,
  };
  return context.db.transaction(async (tx) => {
    const inserted = await insertWithFreeSlug(tx, context, campaign);
    const approval = autoApprove === "never" ? {} : { auto_approve: autoApprove };
    if (autoApprove !== "never") await saveAutoApprove(tx, inserted, { autoApprove, at: now });
    const facts = { ...campaignFacts(inserted), ...approval };
    const created: AuditEntry = { action: "campaign.created", subject: inserted.id, after: facts };
    if (!plan) {
      await audit(tx, context, created);
      return inserted;
    }
    const scope = { campaignId: inserted.id, scope: inserted.id, source: "campaign" } as const;
    const stored = await storeVersion(tx, context, { ...scope, plan });
    const planned = { ...inserted, planId: stored.id };
    await saveCampaign(tx, planned);
    const after = planFacts(stored);
    await audit(tx, context, [created, { action: "campaign.plan_changed", subject: inserted.id, after }]);
    return planned;
  });
}

/** If another campaign in the account has the slug, a number is appended. */
async function insertWithFreeSlug(
  tx: Tx,
  { random }: Pick<MerchantContext, "random">,
  campaign: Campaign,
): Promise<Campaign> {
  const { slug: base } = campaign;
  for (let number = 1; number <= SLUG_TRIES_MAX; number += 1) {
    const named = { ...campaign, slug: number === 1 ? base : `${base}-${number}` };
    if (await insertCampaign(tx, named)) return named;
  }
  // With many campaigns of the same name, a few random characters end the search.
  const named = { ...campaign, slug: `${base}-${random.affiliateCode()}` };
  if (await insertCampaign(tx, named)) return named;
  throw new Error("No unused slug was found.");
}
