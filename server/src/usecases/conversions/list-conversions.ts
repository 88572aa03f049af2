import type { Queryable } from "../../db/database.ts";
import type { Conversion, ConversionStatus } from "../../domain/conversion.ts";
import { AppError } from "../../domain/errors.ts";
import type { AffiliateId, CampaignId } from "../../domain/ids.ts";
import { findAffiliationId } from "../../store/campaigns/affiliates.ts";
import { campaignExists } from "../../store/campaigns/campaigns.ts";
import * as conversions from "../../store/conversions/conversion-pages.ts";
import { countConversions } from "../../store/ledger/totals.ts";
import { isDeep } from "../../store/page.ts";
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
  const page = { status, limit, offset };
  if (affiliateId === undefined)
    return pageInTurn(context, page, () =>
      db.together(async (reads) => {
        const [exists, found] = await Promise.all([
          campaignExists(reads, accountId, campaignId),
          readPage(reads, { accountId, campaignId, affiliationId: undefined }, page),
        ]);
        if (!exists) throw new AppError("campaign_not_found");
        return found;
      }),
    );
  if (!(await campaignExists(db, accountId, campaignId))) throw new AppError("campaign_not_found");
  const affiliationId = affiliateId && (await findAffiliationId(db, accountId, { campaignId, affiliateId }));
  if (!affiliationId) return { conversions: [], total: 0 };
  const scope = { accountId, campaignId, affiliationId };
  return pageInTurn(context, page, () => db.together((reads) => readPage(reads, scope, page)));
}

async function readPage(
  db: Queryable,
  scope: conversions.ConversionScope,
  page: conversions.ConversionPage,
): Promise<{ conversions: Conversion[]; total: number }> {
  const counted = countConversions(db, scope.affiliationId ?? scope.campaignId, page.status);
  // Only a deep page needs the total first, to know which end of the list is nearer.
  const [total, found] = await Promise.all([
    counted,
    isDeep(page)
      ? counted.then((all) => conversions.listConversions(db, scope, { ...page, total: all }))
      : conversions.listConversions(db, scope, page),
  ]);
  return { conversions: found, total };
}
