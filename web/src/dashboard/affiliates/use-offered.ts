import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { CampaignPlanResponse } from "tributary-sdk/pages";
import { campaignPlanQuery } from "../../api/plans.ts";
import type { InvitedTo } from "../../words/invitation-message.ts";
import { useAccount } from "../shared/account.ts";

interface Offered {
  /** undefined while the plan is loading, so that no message promises the base alone. */
  readonly data: InvitedTo | undefined;
  readonly load: () => Promise<InvitedTo | undefined>;
}

/** What a campaign offers to people who are invited, with its plan. */
export function useOffered(campaign: (InvitedTo & { readonly id: string }) | undefined): Offered {
  const { id: accountId } = useAccount();
  const queryClient = useQueryClient();
  const planQuery = campaignPlanQuery(accountId, campaign?.id ?? "");
  const { data } = useQuery({ ...planQuery, enabled: campaign !== undefined });
  const withPlan = (response: CampaignPlanResponse): InvitedTo | undefined =>
    campaign && { ...campaign, plan: response.plan_version === null ? undefined : response.plan };
  return {
    data: data && withPlan(data),
    load: async () => (campaign ? withPlan(await queryClient.ensureQueryData(planQuery)) : undefined),
  };
}
