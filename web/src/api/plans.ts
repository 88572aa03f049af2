import type {
  AffiliatePlanResponse,
  CampaignPlanResponse,
  Done,
  GroupBody,
  GroupResponse,
  GroupsResponse,
  MovedResponse,
  MoveToGroupBody,
  PlanPreviewBody,
  PlanPreviewResponse,
  PlanVersionsResponse,
  SetPlanBody,
} from "tributary-sdk/pages";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { BULK_MAX } from "tributary-sdk/limits";
import type { CommissionPlan } from "tributary-sdk/plan";
import { accountKey, accountPath, accountRead } from "./account.ts";
import { patch, post, put, remove } from "./http.ts";
import { retryWhenLimited } from "./retry-when-limited.ts";

export const campaignPlanQuery = (accountId: string, campaignId: string) =>
  accountRead<CampaignPlanResponse>(accountId, ["campaigns", campaignId, "plan"]);
/** The campaign's plan, and whom a plan of the group would affect. */
export const groupPlanQuery = (accountId: string, campaignId: string, groupId: string) =>
  accountRead<CampaignPlanResponse>(accountId, ["campaigns", campaignId, "plan"], { group_id: groupId });
export const planVersionsQuery = (accountId: string, campaignId: string) =>
  accountRead<PlanVersionsResponse>(accountId, ["campaigns", campaignId, "plan", "versions"]);
export const setCampaignPlan = (
  accountId: string,
  campaignId: string,
  body: SetPlanBody,
): Promise<CampaignPlanResponse> => put(accountPath(accountId, "campaigns", campaignId, "plan"), body);

/** Records nothing, so it is a query: the last result stays visible while the next one loads. */
export const planPreviewQuery = (accountId: string, campaignId: string, body: PlanPreviewBody) =>
  queryOptions({
    queryKey: accountKey(accountId, "campaigns", campaignId, "plan", "preview", body),
    queryFn: ({ signal }) =>
      retryWhenLimited(
        () =>
          post<PlanPreviewResponse>(accountPath(accountId, "campaigns", campaignId, "plan", "preview"), body, {
            signal,
          }),
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });

export const groupsQuery = (accountId: string, campaignId: string) =>
  accountRead<GroupsResponse>(accountId, ["campaigns", campaignId, "groups"]);
export const createGroup = (accountId: string, campaignId: string, body: GroupBody): Promise<GroupResponse> =>
  post(accountPath(accountId, "campaigns", campaignId, "groups"), body);

interface OneGroup {
  readonly campaignId: string;
  readonly groupId: string;
}
const groupPath = (accountId: string, { campaignId, groupId }: OneGroup): string =>
  accountPath(accountId, "campaigns", campaignId, "groups", groupId);
export const updateGroup = (accountId: string, group: OneGroup, body: GroupBody): Promise<GroupResponse> =>
  patch(groupPath(accountId, group), body);
export const deleteGroup = (accountId: string, group: OneGroup): Promise<Done> => remove(groupPath(accountId, group));

/** In as many requests as it takes. */
export async function moveToGroup(
  accountId: string,
  campaignId: string,
  { group_id, affiliate_ids: all }: MoveToGroupBody,
): Promise<MovedResponse> {
  let moved = 0;
  for (let from = 0; from < all.length; from += BULK_MAX) {
    const body = { group_id, affiliate_ids: all.slice(from, from + BULK_MAX) };
    const path = accountPath(accountId, "campaigns", campaignId, "groups", "move");
    moved += (await retryWhenLimited(() => post<MovedResponse>(path, body))).moved;
  }
  return { moved };
}

export const affiliatePlanQuery = (accountId: string, affiliationId: string) =>
  accountRead<AffiliatePlanResponse>(accountId, ["affiliates", affiliationId, "plan"]);
export const setAffiliatePlan = (
  accountId: string,
  affiliationId: string,
  plan: CommissionPlan,
): Promise<AffiliatePlanResponse> => put(accountPath(accountId, "affiliates", affiliationId, "plan"), { plan });
export const removeAffiliatePlan = (accountId: string, affiliationId: string): Promise<AffiliatePlanResponse> =>
  remove(accountPath(accountId, "affiliates", affiliationId, "plan"));
