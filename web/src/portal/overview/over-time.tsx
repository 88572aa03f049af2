import type { ReactNode } from "react";
import type { PortalDay, PortalOverviewResponse } from "tributary-sdk/pages";
import { moneyText, numberText } from "../../format/numbers.ts";
import { Card } from "../../ui/card.tsx";
import { OverTime as FiguresOverTime, type DailyFigure } from "../../ui/chart/over-time.tsx";

interface OverTimeProps {
  readonly overview: PortalOverviewResponse;
  /** The previous period; undefined while it loads. */
  readonly before: PortalOverviewResponse | undefined;
}

export function OverTime({ overview, before }: OverTimeProps): ReactNode {
  const figure = (valueOf: (day: PortalDay) => number): Pick<DailyFigure, "now" | "before"> => ({
    now: overview.series.map(valueOf),
    before: before?.series.map(valueOf) ?? [],
  });
  const currencies = Object.keys(overview.span.earned);
  const figures: DailyFigure[] = [
    ...currencies.map((currency) => ({
      name: currency,
      label: `New commission ${currency}`,
      textOf: (value: number) => moneyText(value, currency),
      ...figure(({ earned }) => earned[currency] ?? 0),
    })),
    { name: "conversions", label: "Conversions", textOf: numberText, ...figure(({ conversions }) => conversions) },
    { name: "clicks", label: "Clicks", textOf: numberText, ...figure(({ clicks }) => clicks) },
  ];
  return (
    <Card>
      <FiguresOverTime days={overview.series.map(({ day }) => day)} figures={figures} />
    </Card>
  );
}
