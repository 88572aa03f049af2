import type { ReactNode } from "react";
import { exactTime } from "../format/dates.ts";
import { Terms } from "../ui/terms.tsx";
import { termsOf } from "../words/terms.ts";
import type { OpenInvitation } from "./invitation.ts";

/** The terms of the campaign. */
export function Offer({ invitation }: { invitation: OpenInvitation }): ReactNode {
  const { campaign, merchant } = invitation;
  const { commission, attribution, hold } = termsOf(campaign);
  const terms = [
    ["Shop", new URL(campaign.target_url).host],
    ["You earn", commission],
    ["Attribution", attribution],
    ["Hold period", hold],
    ["Approval", `${merchant.name} approves or rejects each order.${affiliateApproval(campaign)}`],
    ["Invitation expires", exactTime(invitation.expires_at)],
  ] as const;
  return <Terms terms={terms} />;
}

const affiliateApproval = ({ needs_approval: needed }: OpenInvitation["campaign"]): string =>
  needed ? " They also approve each affiliate first: your link earns commission once you are approved." : "";
