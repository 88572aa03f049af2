import { Stack } from "@mantine/core";
import { linkOptions, type LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PortalOverviewResponse } from "tributary-sdk/pages";
import { FactStrip } from "../../ui/facts.tsx";
import { moneyText, numberText } from "../../format/numbers.ts";
import { calendarDay } from "../../format/dates.ts";
import { briefDay } from "../../format/utc-days.ts";
import { AnchorLink } from "../../ui/link.tsx";

interface FiguresProps {
  readonly overview: PortalOverviewResponse;
  readonly campaignId: string | undefined;
}

/** The figures of the selected days, and the balance of the selected campaign. */
export function Figures({ overview, campaignId }: FiguresProps): ReactNode {
  const { span, from, to } = overview;
  const conversions = linkOptions({ to: "/portal/conversions", search: { ...within(campaignId), from, to } });
  return (
    <Stack gap="md">
      <FactStrip
        facts={[
          {
            label: "New commission",
            value: (
              <Opened link={conversions} label="New commission">
                <Amounts amounts={span.earned} />
              </Opened>
            ),
            note: `${briefDay(from)} – ${calendarDay(to)}, before deductions`,
          },
          {
            label: "Conversions",
            value: (
              <Opened link={conversions} label="Conversions">
                {numberText(span.conversions)}
              </Opened>
            ),
            note: "excluding rejected",
          },
          { label: "Clicks", value: numberText(span.clicks) },
        ]}
      />
      {campaignId !== undefined && <BalanceIn overview={overview} campaignId={campaignId} />}
    </Stack>
  );
}

/** The balance bar of the page covers all campaigns. */
function BalanceIn({ overview, campaignId }: FiguresProps): ReactNode {
  const { now, next_to_mature: coming } = overview;
  const pending = linkOptions({ to: "/portal/conversions", search: { ...within(campaignId), status: "pending" } });
  const approved = linkOptions({ to: "/portal/conversions", search: { ...within(campaignId), status: "approved" } });
  const balance = (part: "pending" | "maturing" | "payable" | "owed_back"): Record<string, number> =>
    Object.fromEntries(Object.entries(now).map(([currency, amounts]) => [currency, amounts[part]]));
  const [next] = coming;
  const owed = Object.entries(balance("owed_back"))
    .filter(([, amount]) => amount > 0)
    .map(([currency, amount]) => moneyText(amount, currency))
    .join(" · ");
  return (
    <FactStrip
      facts={[
        {
          label: "Pending review",
          value: (
            <Opened link={pending} label="Pending review">
              <Amounts amounts={balance("pending")} />
            </Opened>
          ),
          note: "not approved yet",
        },
        {
          label: "On hold",
          value: <Amounts amounts={balance("maturing")} />,
          note: next
            ? `next: ${moneyText(next.amount, next.currency)} on ${briefDay(next.day)}`
            : "approved, not ready yet",
        },
        {
          label: "Ready",
          value: (
            <Opened link={approved} label="Ready">
              <Amounts amounts={balance("payable")} />
            </Opened>
          ),
          note: owed === "" ? "in the next payout" : `after ${owed} in deductions`,
        },
      ]}
    />
  );
}

const within = (campaignId: string | undefined) => (campaignId === undefined ? {} : { campaign_id: campaignId });

function Opened({ link, label, children }: { link: LinkOptions; label: string; children: ReactNode }): ReactNode {
  return (
    <AnchorLink {...link} inherit title={`${label}: view conversions`}>
      {children}
    </AnchorLink>
  );
}

function Amounts({ amounts }: { amounts: Readonly<Record<string, number>> }): ReactNode {
  const each = Object.entries(amounts);
  const some = each.filter(([, amount]) => amount !== 0);
  if (each.length === 0) return numberText(0);
  // Hide zeros next to amounts in other currencies.
  return (some.length > 0 ? some : each.slice(0, 1)).map(([currency, amount]) => (
    <span key={currency} className="line">
      {moneyText(amount, currency)}
    </span>
  ));
}
