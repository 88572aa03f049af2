import type { Tx } from "../../db/database.ts";
import { campaignFacts } from "../../domain/audit-facts.ts";
import { slugOf, type Campaign } from "../../domain/campaign.ts";
import { idOf } from "../../domain/ids.ts";
import { insertCampaign } from "../../store/campaigns/campaigns.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";

export type CreateCampaign = Partial<Pick<Campaign, "scalesFixed" | "rebind">> &
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
  >;

const SLUG_TRIES_MAX = 20;

export async function createCampaign(context: MerchantContext, input: CreateCampaign): Promise<Campaign> {
  const now = context.clock.now();
  const campaign: Campaign = {
    scalesFixed: false,
    planId: null,
    rebind: "never",
    ...input,
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
    await audit(tx, context, { action: "campaign.created", subject: inserted.id, after: campaignFacts(inserted) });
    return inserted;
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
