import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from "@mantine/core";
import { IconChartLine, IconTable } from "@tabler/icons-react";
import { lazy, Suspense, useState, type ReactNode } from "react";
import type { PortalDay, PortalOverviewAnswer } from "tributary-sdk/pages";
import { moneyText, numberText } from "../../ui/numbers.ts";
import { Section } from "../../ui/section.tsx";
import { calendarDay } from "../../ui/dates.ts";
import { DayTable } from "./day-table.tsx";

const SeriesChart = lazy(() =>
  import("../../ui/series-chart.tsx").then(({ SeriesChart: component }) => ({ default: component })),
);

const CHART_HEIGHT = 240;

interface OverTimeProps {
  readonly overview: PortalOverviewAnswer;
  /** The same number of days before; undefined while it is on its way. */
  readonly before: PortalOverviewAnswer | undefined;
}

/** One figure by day, with the days before as a thin line; the table behind the toggle has all figures exactly. */
export function OverTime({ overview, before }: OverTimeProps): ReactNode {
  const figures = figuresOf(overview);
  const [name, setName] = useState("clicks");
  const [asTable, setAsTable] = useState(false);
  const figure = figures.find((candidate) => candidate.name === name) ?? figures[0];
  if (!figure) return null;
  return (
    <Section
      title="Over time"
      note="Days in UTC."
      action={
        <Button
          variant="default"
          size="xs"
          leftSection={asTable ? <IconChartLine size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? "Show as a chart" : "Show as a table"}
        </Button>
      }
    >
      {asTable ? (
        <DayTable overview={overview} />
      ) : (
        <Stack gap="xs">
          <Group>
            <SegmentedControl
              aria-label="Figure"
              size="xs"
              data={figures.map(({ name: value, label }) => ({ value, label }))}
              value={figure.name}
              onChange={setName}
              transitionDuration={80}
            />
          </Group>
          <Suspense fallback={<Skeleton h={CHART_HEIGHT} />}>
            <SeriesChart
              height={CHART_HEIGHT}
              label={`${figure.label} by day from ${calendarDay(overview.from)} to ${calendarDay(overview.to)}. The table has the exact figures.`}
              nameNow={figure.label}
              nameBefore="The same days before"
              points={overview.series.map((day, index) => ({
                label: calendarDay(day.day),
                now: figure.valueOf(day),
                before: valueBefore(before, index, figure),
              }))}
              textOf={figure.textOf}
            />
          </Suspense>
          <Text size="xs" c="dimmed">
            {figure.label} by day; the thin grey line shows the {overview.series.length} days before.
          </Text>
        </Stack>
      )}
    </Section>
  );
}

interface Figure {
  readonly name: string;
  readonly label: string;
  readonly valueOf: (day: PortalDay) => number;
  readonly textOf: (value: number) => string;
}

function figuresOf(overview: PortalOverviewAnswer): readonly Figure[] {
  const currencies = Object.keys(overview.span.earned);
  return [
    { name: "clicks", label: "Clicks", valueOf: ({ clicks }) => clicks, textOf: numberText },
    { name: "conversions", label: "Conversions", valueOf: ({ conversions }) => conversions, textOf: numberText },
    ...currencies.map((currency) => ({
      name: currency,
      label: `Earned ${currency}`,
      valueOf: ({ earned }: PortalDay) => earned[currency] ?? 0,
      textOf: (value: number) => moneyText(value, currency),
    })),
  ];
}

function valueBefore(before: PortalOverviewAnswer | undefined, index: number, { valueOf }: Figure): number | null {
  const day = before?.series[index];
  return day ? valueOf(day) : null;
}
