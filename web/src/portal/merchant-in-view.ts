import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { PortalCampaignRow } from "tributary-sdk/pages";
import { campaignChoicesQuery } from "../api/portal.ts";

export type MerchantInView = Pick<PortalCampaignRow, "merchant_name" | "brand">;

/** The merchant of the open campaign, or the affiliate's only merchant. */
export function useMerchantInView(): MerchantInView | undefined {
  const { data } = useQuery(campaignChoicesQuery);
  const { campaignId } = useParams({ strict: false });
  const rows = data?.campaigns ?? [];
  return rows.find(({ id }) => id === campaignId) ?? onlyOne(rows);
}

function onlyOne(rows: readonly PortalCampaignRow[]): PortalCampaignRow | undefined {
  const [first] = rows;
  return rows.every((row) => isSame(row, first)) ? first : undefined;
}

const isSame = (one: MerchantInView, other: MerchantInView | undefined): boolean =>
  one.merchant_name === other?.merchant_name && one.brand.logo_url === other.brand.logo_url;
