import { queryOptions } from "@tanstack/react-query";
import type {
  CampaignAnswer,
  CampaignsAnswer,
  CampaignsQuery,
  CreateCampaignBody,
  UpdateCampaignBody,
} from "tributary-sdk/pages";
import { accountKey, accountPath } from "./account.ts";
import { get, patch, post, remove, type Query } from "./http.ts";

export const campaignsQuery = (accountId: string, query: CampaignsQuery) =>
  queryOptions({
    queryKey: accountKey(accountId, "campaigns", query),
    queryFn: ({ signal }) => get<CampaignsAnswer>(accountPath(accountId, "campaigns"), query as Query, signal),
  });

export const campaignQuery = (accountId: string, id: string) =>
  queryOptions({
    queryKey: accountKey(accountId, "campaign", id),
    queryFn: ({ signal }) => get<CampaignAnswer>(accountPath(accountId, "campaigns", id), {}, signal),
  });

export const createCampaign = (accountId: string, body: CreateCampaignBody): Promise<CampaignAnswer> =>
  post(accountPath(accountId, "campaigns"), body);
export const updateCampaign = (accountId: string, id: string, body: UpdateCampaignBody): Promise<CampaignAnswer> =>
  patch(accountPath(accountId, "campaigns", id), body);
export const archiveCampaign = (accountId: string, id: string): Promise<CampaignAnswer> =>
  remove(accountPath(accountId, "campaigns", id));
