import type { ReactNode } from "react";
import type { Offer } from "tributary-sdk/pages";
import { exactTime } from "../format/dates.ts";
import { Terms } from "../ui/terms.tsx";
import { termsOf } from "../words/terms.ts";

/** The terms of the campaign. */
export function OfferTerms({ offer, expiresAt }: { offer: Offer; expiresAt?: string }): ReactNode {
  const { campaign, merchant } = offer;
  const { commission, attribution, hold } = termsOf(campaign);
  const terms: (readonly [string, string])[] = [
    ["Shop", new URL(campaign.target_url).host],
    ["You earn", commission],
    ["Attribution", attribution],
    ["Hold period", hold],
    ["Approval", `${merchant.name} approves or rejects each order.${affiliateApproval(campaign)}`],
  ];
  if (expiresAt !== undefined) terms.push(["Invitation expires", exactTime(expiresAt)]);
  return <Terms terms={terms} />;
}

const affiliateApproval = ({ needs_approval: needed }: Offer["campaign"]): string =>
  needed ? " They also approve each affiliate first: your link earns commission once you are approved." : "";
