import type { Queryable } from "../../db/database.ts";
import { NO_BRANDING, type Branding } from "../../domain/branding.ts";
import type { Campaign } from "../../domain/campaign.ts";
import type { Plan } from "../../domain/plan/plan.ts";
import { findAccount } from "../../store/people/accounts.ts";
import { findBranding } from "../../store/people/brands.ts";
import { findPlan } from "../../store/plans/plans.ts";

/** What a person sees before they join a campaign. */
export interface Offered {
  readonly campaign: Campaign;
  /** The campaign's, which decides for new affiliates. null: every order pays the campaign's commission. */
  readonly plan: Plan | null;
  readonly merchantName: string;
  readonly branding: Branding;
}

export async function readOffer(db: Queryable, campaign: Campaign): Promise<Offered> {
  const { accountId, planId } = campaign;
  const account = await findAccount(db, accountId);
  if (!account) throw new Error("A campaign without its account.");
  const [branding, stored] = await Promise.all([
    findBranding(db, accountId),
    planId === null ? null : findPlan(db, accountId, planId),
  ]);
  return { campaign, plan: stored?.plan ?? null, merchantName: account.name, branding: branding ?? NO_BRANDING };
}
