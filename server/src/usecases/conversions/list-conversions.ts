import type { Conversion, ConversionStatus } from "../../domain/conversion.ts";
import { AppError } from "../../domain/errors.ts";
import type { AffiliateId, CampaignId } from "../../domain/ids.ts";
import { findAffiliationId } from "../../store/campaigns/affiliates.ts";
import { campaignExists } from "../../store/campaigns/campaigns.ts";
import * as conversions from "../../store/conversions/conversions.ts";
import { countConversions } from "../../store/ledger/totals.ts";
import type { MerchantContext } from "../context.ts";
import { pageInTurn } from "../limits/in-turn.ts";

export interface ListConversions {
  readonly campaignId: CampaignId;
  /** null: the given ID is malformed, so nothing matches. */
  readonly affiliateId: AffiliateId | null | undefined;
  readonly status: ConversionStatus | undefined;
  readonly limit: number;
  readonly offset: number;
}

export async function listConversions(
  context: MerchantContext,
  { campaignId, affiliateId, status, limit, offset }: ListConversions,
): Promise<{ conversions: Conversion[]; total: number }> {
  const { db, accountId } = context;
  if (!(await campaignExists(db, accountId, campaignId))) throw new AppError("campaign_not_found");
  if (affiliateId === null) return { conversions: [], total: 0 };
  const affiliationId = affiliateId && (await findAffiliationId(db, accountId, { campaignId, affiliateId }));
  if (affiliateId && !affiliationId) return { conversions: [], total: 0 };
  const total = await countConversions(db, affiliationId ?? campaignId, status);
  const scope = { accountId, campaignId, affiliationId };
  const page = { status, limit, offset };
  return {
    conversions: await pageInTurn(context, page, () => conversions.listConversions(db, scope, page)),
    total,
  };
}
