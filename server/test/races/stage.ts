import { parseId, type AffiliationId, type CampaignId } from "../../src/domain/ids.ts";
import { createKey } from "../../src/usecases/keys/create-key.ts";
import { trackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import type { Conversion } from "../../src/domain/conversion.ts";
import { money } from "../domain/samples.ts";
import { together, type WideApp } from "../support/parallel.ts";
import { aCampaign, aMerchant, anAffiliate, anOrderId, type Joined, type Merchant } from "../support/world.ts";

/** A merchant with one campaign and one affiliate, whose amounts equal their commissions. */
export interface Stage {
  readonly merchant: Merchant;
  readonly campaignId: CampaignId;
  readonly affiliate: Joined;
  readonly affiliationId: AffiliationId;
}

export async function aStage(app: WideApp, more: Record<string, unknown> = {}): Promise<Stage> {
  const merchant = await aMerchant(app);
  const campaign = await aCampaign(merchant, { commission_value: 100, ...more });
  const affiliate = await anAffiliate(app, merchant, campaign);
  const campaignId = parseId("campaign", campaign);
  const affiliationId = parseId("affiliation", affiliate.affiliationId);
  if (!campaignId || !affiliationId) throw new Error("Not IDs.");
  return { merchant, campaignId, affiliate, affiliationId };
}

/**
 * An amount in a currency other than the campaign's uses no budget, so its changes do not queue for the campaign's row.
 */
export function track({ merchant, campaignId, affiliate }: Stage, minor: number, code = "EUR"): Promise<Conversion> {
  return trackConversion(merchant.context, {
    campaignId,
    clickId: undefined,
    affiliateCode: affiliate.code,
    externalId: anOrderId(),
    amount: money(minor, code),
  });
}

/** Fewer than an account may have: some workers share one. */
const KEYS_MAX = 20;

/** A key per worker: each has 100 requests per window, and a stopped clock never ends it. */
export async function keysFor({ context }: Merchant, workers: number): Promise<string[]> {
  const keys = await together(Math.min(workers, KEYS_MAX), (worker) => createKey(context, `worker ${worker}`));
  return Array.from({ length: workers }, (_, worker) => keys[worker % keys.length]?.secret ?? "");
}
