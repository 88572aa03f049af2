import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { CampaignPlanResponse } from "tributary-sdk/pages";
import { campaignPlanQuery } from "../../api/plans.ts";
import type { InvitedTo } from "../../words/invitation-message.ts";
import { useAccount } from "../shared/account.ts";

type OfferingCampaign = InvitedTo & { readonly id: string };

interface Offered {
  /** undefined while the plan is loading, so that no message promises the base alone. */
  readonly data: InvitedTo | undefined;
  /** Waits for the plan. */
  readonly load: (campaign: OfferingCampaign) => Promise<InvitedTo>;
}

/** What a campaign offers to people who are invited, with its plan. */
export function useOffered(campaign: OfferingCampaign | undefined): Offered {
  const { id: accountId } = useAccount();
  const queryClient = useQueryClient();
  const { data } = useQuery({
    ...campaignPlanQuery(accountId, campaign?.id ?? ""),
    enabled: campaign !== undefined,
  });
  return {
    data: data && campaign && withPlan(campaign, data),
    load: async (of) => withPlan(of, await queryClient.fetchQuery(campaignPlanQuery(accountId, of.id))),
  };
}

const withPlan = (campaign: OfferingCampaign, { plan, plan_version }: CampaignPlanResponse): InvitedTo => ({
  ...campaign,
  plan: plan_version === null ? undefined : plan,
});
