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
import { readOwnPlan, type OwnPlan } from "../plans/own-plan.ts";

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

export interface OwnCampaign extends MeasuredAffiliation {
  readonly plan: OwnPlan | null;
}

export async function getOwnCampaign(context: AffiliateContext, campaignId: CampaignId): Promise<OwnCampaign> {
  const found = await findAffiliationOfPerson(context.db, context.userId, campaignId);
  const own = orRefuse(found, "campaign_not_found");
  return { ...own, plan: await readOwnPlan(context, own) };
}
