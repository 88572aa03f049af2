import { linkOptions, type LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { OverviewResponse } from "tributary-sdk/pages";
import { FactStrip } from "../../ui/facts.tsx";
import { moneyText, numberText, percentText } from "../../format/numbers.ts";
import { useAccount } from "../shared/account.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { Change, RateChange } from "./change.tsx";

/** Six figures of the period, compared with the previous one. Figures about conversions link to them. */
export function Figures({ overview }: { overview: OverviewResponse }): ReactNode {
  const { id: accountId } = useAccount();
  const { span, before, waiting, currency } = overview;
  const conversions = { to: "/dashboard/$accountId/conversions", params: { accountId } } as const;
  const ofSpan = linkOptions({ ...conversions, search: { from: span.from, to: span.to, days: "utc" } });
  const pending = linkOptions({ ...conversions, search: { status: "pending" } });
  const money = (value: number): string => moneyText(value, currency);
  const linked = (link: LinkOptions, text: string): ReactNode => (
    <AnchorLink {...link} inherit>
      {text}
    </AnchorLink>
  );
  return (
    <FactStrip
      facts={[
        {
          label: "Clicks",
          value: numberText(span.clicks),
          note: <Change now={span.clicks} before={before.clicks} textOf={numberText} />,
        },
        {
          label: "Conversions",
          value: linked(ofSpan, numberText(span.conversions)),
          note: <Change now={span.conversions} before={before.conversions} textOf={numberText} />,
        },
        {
          label: "Conversion rate",
          value: span.conversion_rate === null ? "–" : percentText(span.conversion_rate),
          note: (
            <>
              <RateChange now={span.conversion_rate} before={before.conversion_rate} />
              {span.without_click > 0 && (
                <span className="line">+{numberText(span.without_click)} without a click</span>
              )}
            </>
          ),
        },
        {
          label: "Revenue",
          value: linked(ofSpan, money(span.revenue)),
          note: <Change now={span.revenue} before={before.revenue} textOf={money} />,
        },
        {
          label: "Commission",
          value: linked(ofSpan, money(span.commission)),
          note: <Change now={span.commission} before={before.commission} textOf={money} />,
        },
        {
          label: "Pending review",
          value: linked(pending, numberText(waiting.total)),
          note: waiting.total === 0 ? "All caught up" : `${numberText(waiting.of_span)} from this period`,
        },
      ]}
    />
  );
}
