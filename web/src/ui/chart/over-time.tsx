import { Button, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconChartLine, IconTable } from "@tabler/icons-react";
import { Fragment, useState, type ReactNode } from "react";
import { calendarDay } from "../../format/dates.ts";
import { countText } from "../../format/numbers.ts";
import { Section } from "../section.tsx";
import classes from "./over-time.module.css";
import { SeriesChart } from "./series-chart.tsx";

const CHART_HEIGHT = 240;

/** A figure by day, with the previous period; null where that is unknown. */
export interface DailyFigure {
  readonly name: string;
  readonly label: string;
  readonly textOf: (value: number) => string;
  readonly now: readonly number[];
  readonly before: readonly (number | null)[];
}

interface OverTimeProps {
  /** UTC days such as 2026-03-01, without gaps. */
  readonly days: readonly string[];
  readonly figures: readonly DailyFigure[];
  /** The period of one point. */
  readonly step?: "day" | "week";
  /** The charted figure, if the page lets people choose it elsewhere. */
  readonly chosen?: string;
  readonly height?: number | undefined;
}

/** One figure by day with the previous period as a dashed line. The table behind the toggle has all exact figures. */
export function OverTime(props: OverTimeProps): ReactNode {
  const { days, figures, step = "day", chosen, height = CHART_HEIGHT } = props;
  const [picked, setName] = useState(figures[0]?.name);
  const name = chosen ?? picked;
  const [asTable, setAsTable] = useState(false);
  const figure = figures.find((candidate) => candidate.name === name) ?? figures[0];
  if (!figure) return null;
  return (
    <Section
      title={chosen === undefined ? "Trend" : figure.label}
      note={step === "week" ? "Weeks in UTC." : "Days in UTC."}
      action={
        <Button
          variant="default"
          size="xs"
          leftSection={asTable ? <IconChartLine size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? "Show chart" : "Show table"}
        </Button>
      }
    >
      {asTable ? (
        <DayTable days={days} figures={figures} step={step} />
      ) : (
        <Stack gap="xs">
          {chosen === undefined && (
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
          )}
          <Chart days={days} figure={figure} step={step} height={height} />
          <Text size="xs" c="dimmed">
            {figure.label} by {step}.
            {hasBefore(figure) && ` The dashed line shows the previous ${countText(days.length, step)}.`}
          </Text>
        </Stack>
      )}
    </Section>
  );
}

interface ChartProps {
  readonly days: readonly string[];
  readonly figure: DailyFigure;
  readonly step: "day" | "week";
  readonly height: number;
}

function Chart({ days, figure, step, height }: ChartProps): ReactNode {
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return (
    <SeriesChart
      height={height}
      label={`${figure.label} by ${step} from ${calendarDay(first)} to ${calendarDay(last)}. The table has the exact figures.`}
      nameNow={figure.label}
      nameBefore="Previous period"
      points={days.map((day, index) => ({
        label: step === "week" ? `Week of ${calendarDay(day)}` : calendarDay(day),
        now: figure.now[index] ?? 0,
        before: figure.before[index] ?? null,
      }))}
      textOf={figure.textOf}
    />
  );
}

/** The exact figures, newest first, each next to that of the previous period. */
function DayTable({ days, figures, step }: OverTimeProps): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must take the focus
    <section className={classes["days"]} aria-label={`Figures by ${step}`} tabIndex={0}>
      <table aria-label={`Figures by ${step}`} className={classes["table"]}>
        <thead>
          <tr>
            <th>{step === "week" ? "Week of" : "Day"}</th>
            {figures.map((figure) => (
              <Fragment key={figure.name}>
                <th>{figure.label}</th>
                {hasBefore(figure) && <th className={classes["before"]}>Previous period</th>}
              </Fragment>
            ))}
          </tr>
        </thead>
        <tbody>
          {days
            .map((day, index) => (
              <tr key={day}>
                <td className="number">{calendarDay(day)}</td>
                {figures.map((figure) => (
                  <Fragment key={figure.name}>
                    <td className="number">{figure.textOf(figure.now[index] ?? 0)}</td>
                    {hasBefore(figure) && (
                      <td className={`number ${classes["before"]}`}>{beforeText(figure, index)}</td>
                    )}
                  </Fragment>
                ))}
              </tr>
            ))
            .toReversed()}
        </tbody>
      </table>
    </section>
  );
}

const hasBefore = ({ before }: DailyFigure): boolean => before.some((value) => value !== null);

function beforeText({ before, textOf }: DailyFigure, index: number): string {
  const value = before[index] ?? null;
  return value === null ? "–" : textOf(value);
}
