import { Suspense, type ReactNode } from "react";
import type { Offer } from "tributary-sdk/pages";
import { exactTime } from "../format/dates.ts";
import { lazily } from "../ui/lazy.ts";
import { Terms, type Term } from "../ui/terms.tsx";
import { termsOf } from "../words/terms.ts";

// Sign-in is in the same script as these pages, and needs no sentences about plans.
const PlanTerms = lazily(() => import("../ui/plan-terms.tsx"), "PlanTerms");

/** Under a plan, some orders may pay nothing. */
export const promiseOf = ({ campaign }: Offer): string =>
  campaign.plan
    ? "share your link and earn a commission on orders that come through it."
    : "share your link and earn a commission on every order that comes through it.";

/** The terms of the campaign. */
export function OfferTerms({ offer, expiresAt }: { offer: Offer; expiresAt?: string }): ReactNode {
  const { campaign, merchant } = offer;
  const { commission, attribution, hold } = termsOf(campaign);
  const earned = campaign.plan ? (
    <Suspense>
      <PlanTerms plan={campaign.plan} currency={campaign.currency} />
    </Suspense>
  ) : (
    commission
  );
  const terms: Term[] = [
    ["Shop", new URL(campaign.target_url).host],
    ["You earn", earned],
    ["Attribution", attribution],
    ["Hold period", hold],
    ["Approval", `${merchant.name} approves or rejects each order.${affiliateApproval(campaign)}`],
  ];
  if (expiresAt !== undefined) terms.push(["Invitation expires", exactTime(expiresAt)]);
  return <Terms terms={terms} />;
}

const affiliateApproval = ({ needs_approval: needed }: Offer["campaign"]): string =>
  needed ? " They also approve each affiliate first: your link earns commission once you are approved." : "";
