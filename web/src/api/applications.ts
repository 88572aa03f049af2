import { queryOptions } from "@tanstack/react-query";
import type {
  AcceptedInvitationResponse,
  ApplicationPageBody,
  ApplicationPageResponse,
  ApplyBody,
  ApplyResponse,
  PortalApplicationPageResponse,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { get, post, put } from "./http.ts";

const pathOf = (slug: string): string => `/api/portal/applications/${encodeURIComponent(slug)}`;

/** The public page of a campaign, as everybody sees it. */
export const applicationPageQuery = (slug: string) =>
  queryOptions({
    queryKey: ["application-page", slug],
    queryFn: ({ signal }) => get<PortalApplicationPageResponse>(pathOf(slug), {}, signal),
  });

export const apply = (slug: string, body: ApplyBody): Promise<ApplyResponse> => post(pathOf(slug), body);
export const confirmApplication = (
  slug: string,
  body: { token: string; code: string },
): Promise<AcceptedInvitationResponse> => post(`${pathOf(slug)}/confirm`, body);

/** The same page, as its merchant sees it. */
export const campaignPageQuery = (accountId: string, campaignId: string) =>
  accountRead<ApplicationPageResponse>(accountId, ["campaigns", campaignId, "page"]);
export const savePage = (
  accountId: string,
  campaignId: string,
  body: ApplicationPageBody,
): Promise<ApplicationPageResponse> => put(accountPath(accountId, "campaigns", campaignId, "page"), body);
