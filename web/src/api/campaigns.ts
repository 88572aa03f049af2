import type {
  CampaignResponse,
  CampaignsResponse,
  CampaignsQuery,
  CreateCampaignBody,
  NumbersResponse,
  OverviewQuery,
  UpdateCampaignBody,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { patch, post, remove } from "./http.ts";

export const campaignsQuery = (accountId: string, query: CampaignsQuery) =>
  accountRead<CampaignsResponse>(accountId, ["campaigns"], query);

export const campaignQuery = (accountId: string, id: string) =>
  accountRead<CampaignResponse>(accountId, ["campaigns", id]);

export const campaignNumbersQuery = (accountId: string, id: string, query: OverviewQuery) =>
  accountRead<NumbersResponse>(accountId, ["campaigns", id, "numbers"], query);

export const createCampaign = (accountId: string, body: CreateCampaignBody): Promise<CampaignResponse> =>
  post(accountPath(accountId, "campaigns"), body);
export const updateCampaign = (accountId: string, id: string, body: UpdateCampaignBody): Promise<CampaignResponse> =>
  patch(accountPath(accountId, "campaigns", id), body);
export const archiveCampaign = (accountId: string, id: string): Promise<CampaignResponse> =>
  remove(accountPath(accountId, "campaigns", id));
