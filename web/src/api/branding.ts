import type { BrandingBody, BrandingResponse, LogoBody } from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { patch, put, remove } from "./http.ts";

export const brandingQuery = (accountId: string) => accountRead<BrandingResponse>(accountId, ["branding"]);
export const changeBranding = (accountId: string, body: BrandingBody): Promise<BrandingResponse> =>
  patch(accountPath(accountId, "branding"), body);
export const changeLogo = (accountId: string, body: LogoBody): Promise<BrandingResponse> =>
  put(accountPath(accountId, "branding", "logo"), body);
export const removeLogo = (accountId: string): Promise<BrandingResponse> =>
  remove(accountPath(accountId, "branding", "logo"));
