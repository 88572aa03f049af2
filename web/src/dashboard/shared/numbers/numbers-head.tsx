import { Skeleton, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery, type QueryKey, type UseQueryOptions } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { NumbersResponse } from "tributary-sdk/pages";
import { calendarDay } from "../../../format/dates.ts";
import { Card } from "../../../ui/card.tsx";
import { OverTime } from "../../../ui/chart/over-time.tsx";
import { SpanFilter } from "../../../ui/filter/span-filter.tsx";
import { SwitchFilter } from "../../../ui/filter/switch-filter.tsx";
import type { Changes } from "../../../ui/filter/use-filter.ts";
import { Loaded } from "../../../ui/states.tsx";
import { useNow } from "../../../ui/clock.ts";
import classes from "./figures.module.css";
import { Figures } from "./figures.tsx";
import { nameOf, rangeOf, SPAN_DEFAULT, spanField, spanOf, spans, type SpanSearch } from "./span.ts";
import { trendOf, type Charted } from "./trend.ts";

const CLICKS_MS = 60_000;
/** About as high as the list next to it. */
const HEIGHT_BESIDE = 300;

const labels = { "7": "7 days", "30": "30 days", "90": "90 days", month: "This month" } as const;
const choices = spans.map((value) => ({ value, label: labels[value] }));

interface NumbersHeadProps<Data extends NumbersResponse> {
  readonly search: SpanSearch;
  readonly onSearch: (changes: Changes<SpanSearch>) => void;
  readonly query: UseQueryOptions<Data, Error, Data, QueryKey>;
  /** Further figures. */
  readonly more?: (data: Data) => ReactNode;
  /** Shown next to the chart. */
  readonly beside?: (data: Data) => ReactNode;
  /** Shown below. */
  readonly children?: (data: Data) => ReactNode;
}

/** The head of the overview, of a campaign and of an affiliate: the period, its figures, and a chart of one of them. */
export function NumbersHead<Data extends NumbersResponse>(props: NumbersHeadProps<Data>): ReactNode {
  const { search, onSearch, more, beside, children } = props;
  const span = spanOf(search, useNow());
  const query = useQuery({
    ...props.query,
    placeholderData: keepPreviousData,
    // On the overview, new conversions trigger a refetch. Clicks never do, so the figures are also polled.
    refetchInterval: CLICKS_MS,
  });
  const days = (from: string | undefined, to: string | undefined): void =>
    onSearch({ span: from !== undefined && to !== undefined ? rangeOf({ from, to }) : undefined });
  return (
    <Stack gap="md">
      <SpanFilter
        choices={choices}
        value={nameOf(search) ?? ""}
        onChoose={(value) => onSearch({ span: value === SPAN_DEFAULT ? undefined : spanField(value) })}
        from={span.from}
        to={span.to}
        onDays={days}
      >
        {query.data && query.data.currencies.length > 1 && (
          <SwitchFilter
            label="Currency"
            choices={query.data.currencies.toSorted()}
            value={query.data.currency}
            onChange={(currency) => onSearch({ currency })}
          />
        )}
      </SpanFilter>
      <Loaded query={query} skeleton={<Outline />}>
        {(data) => (
          <>
            <Charts numbers={data} more={more?.(data)} beside={beside?.(data)} />
            {children?.(data)}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

interface ChartsProps {
  readonly numbers: NumbersResponse;
  readonly more: ReactNode;
  readonly beside: ReactNode;
}

function Charts({ numbers, more, beside }: ChartsProps): ReactNode {
  const [charted, setCharted] = useState<Charted>("revenue");
  const { span, before, currencies } = numbers;
  const chart = (
    <Card>
      <Stack gap="xs">
        <OverTime {...trendOf(numbers)} chosen={charted} height={beside === undefined ? undefined : HEIGHT_BESIDE} />
        <Text size="xs" c="dimmed">
          {calendarDay(span.from)} – {calendarDay(span.to)}, vs. {calendarDay(before.from)} – {calendarDay(before.to)}.
          UTC days, excluding rejected conversions.
          {currencies.length > 1 && " Clicks and the conversion rate count all currencies."}
        </Text>
      </Stack>
    </Card>
  );
  return (
    <>
      <Figures numbers={numbers} charted={charted} onChart={setCharted}>
        {more}
      </Figures>
      {beside === undefined ? (
        chart
      ) : (
        <div className={classes["beside"]}>
          {chart}
          <Card>{beside}</Card>
        </div>
      )}
    </>
  );
}

/** Reserves the space, so that the layout does not shift when the data arrives. */
function Outline(): ReactNode {
  return (
    <Stack gap="md" aria-busy="true">
      <Skeleton className={classes["outline"] ?? ""} />
      <Skeleton h={372} />
    </Stack>
  );
}
