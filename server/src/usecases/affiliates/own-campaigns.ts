import { orRefuse } from "../../domain/errors.ts";
import type { CampaignId } from "../../domain/ids.ts";
import {
  countAffiliationsOfPerson,
  findAffiliationOfPerson,
  listAffiliationsOfPerson,
  type MeasuredAffiliation,
  type OwnCampaignsPage,
} from "../../store/campaigns/own-affiliations.ts";
import type { Total } from "../../store/page.ts";
import type { AffiliateContext } from "../context.ts";

export type { MeasuredAffiliation } from "../../store/campaigns/own-affiliations.ts";

/** Includes campaigns the person left, at the end, because their earnings stay. */
export async function listOwnCampaigns(
  { db, userId }: AffiliateContext,
  page: OwnCampaignsPage,
): Promise<{ rows: MeasuredAffiliation[]; total: Total }> {
  const [rows, total] = await Promise.all([
    listAffiliationsOfPerson(db, userId, page),
    countAffiliationsOfPerson(db, userId),
  ]);
  return { rows, total };
}

export async function getOwnCampaign(
  { db, userId }: AffiliateContext,
  campaignId: CampaignId,
): Promise<MeasuredAffiliation> {
  return orRefuse(await findAffiliationOfPerson(db, userId, campaignId), "campaign_not_found");
}
