import { useQuery } from "@tanstack/react-query";
import type { ConversionRow } from "tributary-sdk/pages";
import type { CommissionPlan } from "tributary-sdk/plan";
import { planVersionsQuery } from "../../api/plans.ts";
import { useAccount } from "../shared/account.ts";

/** The version that decided a conversion. undefined: none did, it is loading, or it is too old for the list of versions. */
export function usePlanOf(conversion: Pick<ConversionRow, "campaign_id" | "plan_version">): CommissionPlan | undefined {
  const { campaign_id: campaignId, plan_version: version } = conversion;
  const { id: accountId } = useAccount();
  const { data } = useQuery({ ...planVersionsQuery(accountId, campaignId), enabled: version !== undefined });
  return data?.versions.find((each) => each.version === version)?.plan;
}
