import type { ReactNode } from "react";
import { percentageOf } from "../words/commission.ts";
import { exactTime } from "../format/dates.ts";
import { countText, moneyText, percentText } from "../format/numbers.ts";
import { Terms } from "../ui/terms.tsx";
import type { OpenInvitation } from "./invitation.ts";

const SAMPLE = 120;

/** What is offered, in plain words. */
export function Offer({ invitation }: { invitation: OpenInvitation }): ReactNode {
  const { campaign, merchant } = invitation;
  const terms = [
    ["You earn", pay(campaign)],
    [
      "A click counts for",
      `${countText(campaign.attribution_window, "day")}. What somebody orders within that time is yours, unless they follow another affiliate's link later.`,
    ],
    ["You can withdraw it", withdrawable(campaign.maturation_days)],
    ["Who decides", `${merchant.name} approves or rejects each order.${approval(campaign)}`],
    ["The invitation ends", exactTime(invitation.expires_at)],
  ] as const;
  return <Terms terms={terms} />;
}

function pay(campaign: OpenInvitation["campaign"]): string {
  const { commission_type: type, commission_value: value, currency } = campaign;
  if (type === "fixed") return `${moneyText(value, currency)} for each order, whatever its amount.`;
  const sample = `an order of ${moneyText(SAMPLE, currency)} pays you ${moneyText(percentageOf(SAMPLE, value, currency), currency)}`;
  return `${percentText(value)} of each order: ${sample}.`;
}

const withdrawable = (days: number): string =>
  days === 0 ? "As soon as it is approved." : `${countText(days, "day")} after the order, once it is approved.`;

const approval = ({ needs_approval: needed }: OpenInvitation["campaign"]): string =>
  needed ? " They also look at each affiliate first: your link counts once they have approved you." : "";
