import { Skeleton, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OverviewResponse, OverviewDay } from "tributary-sdk/pages";
import { overviewQuery } from "../../api/overview.ts";
import { useNow } from "../../ui/clock.ts";
import { calendarDay } from "../../format/dates.ts";
import { moneyText, numberText } from "../../format/numbers.ts";
import { Card } from "../../ui/card.tsx";
import { OverTime, type DailyFigure } from "../../ui/chart/over-time.tsx";
import { SpanFilter } from "../../ui/filter/span-filter.tsx";
import { SwitchFilter } from "../../ui/filter/switch-filter.tsx";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { Loaded } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";
import { Attention } from "./attention.tsx";
import { Best } from "./best.tsx";
import { Figures } from "./figures.tsx";
import classes from "./numbers.module.css";
import { overviewQueryOf, SPAN_DEFAULT, spanOf, spans } from "./search.ts";

const CLICKS_MS = 60_000;

const labels = { "7": "7 days", "30": "30 days", "90": "90 days", month: "This month" } as const;
const choices = spans.map((value) => ({ value, label: labels[value] }));

/** The figures of a period, compared with the previous one. */
export function Numbers(): ReactNode {
  const { id: accountId } = useAccount();
  const { filter, onFilter } = useFilter("/dashboard/$accountId/");
  const span = spanOf(filter, useNow());
  const query = useQuery({
    ...overviewQuery(accountId, overviewQueryOf(filter, span)),
    placeholderData: keepPreviousData,
    // New conversions trigger a refetch. Clicks do not, so the figures are also polled.
    refetchInterval: CLICKS_MS,
  });
  return (
    <Stack gap="lg">
      <SpanFilter
        choices={choices}
        value={filter.from === undefined ? (filter.span ?? SPAN_DEFAULT) : ""}
        onChoose={(value) => onFilter({ span: spans.find((each) => each === value), from: undefined, to: undefined })}
        from={span.from}
        to={span.to}
        onDays={(from, to) => onFilter({ from, to, span: undefined })}
      >
        {query.data && query.data.currencies.length > 1 && (
          <SwitchFilter
            label="Currency"
            choices={query.data.currencies.toSorted()}
            value={query.data.currency}
            onChange={(currency) => onFilter({ currency })}
          />
        )}
      </SpanFilter>
      <Loaded query={query} skeleton={<Outline />}>
        {(overview) => <Parts overview={overview} />}
      </Loaded>
    </Stack>
  );
}

function Parts({ overview }: { overview: OverviewResponse }): ReactNode {
  const { span, before } = overview;
  return (
    <Stack gap="xl">
      <Stack gap={6}>
        <Figures overview={overview} />
        <Text size="xs" c="dimmed">
          {calendarDay(span.from)} – {calendarDay(span.to)}, vs. {calendarDay(before.from)} – {calendarDay(before.to)}.
          UTC days, excluding rejected conversions.
        </Text>
      </Stack>
      <div className={classes["beside"]}>
        <Card>
          <OverTime days={overview.span.series.map(({ day }) => day)} figures={figuresOf(overview)} />
        </Card>
        <Card>
          <Attention overview={overview} />
        </Card>
      </div>
      <Best overview={overview} />
    </Stack>
  );
}

function figuresOf({ span, before, currency }: OverviewResponse): DailyFigure[] {
  const money = (value: number): string => moneyText(value, currency);
  const figure = (name: "clicks" | "conversions" | "revenue" | "commission") => {
    const valueOf = (day: OverviewDay): number => day[name];
    return { name, now: span.series.map(valueOf), before: before.series.map(valueOf) };
  };
  return [
    { ...figure("conversions"), label: "Conversions", textOf: numberText },
    { ...figure("clicks"), label: "Clicks", textOf: numberText },
    { ...figure("revenue"), label: "Revenue", textOf: money },
    { ...figure("commission"), label: "Commission", textOf: money },
  ];
}

/** Reserves the space, so that the layout does not shift when the data arrives. */
function Outline(): ReactNode {
  return (
    <Stack gap="xl" aria-busy="true">
      <Skeleton h={200} />
      <Skeleton h={420} />
    </Stack>
  );
}
