import "@mantine/charts/styles.css";
import { LineChart } from "@mantine/charts";
import type { ReactNode } from "react";

export interface SeriesPoint {
  readonly label: string;
  readonly now: number;
  /** null: not known. */
  readonly before: number | null;
}

interface SeriesChartProps {
  /** What is seen, for those who do not see it. */
  readonly label: string;
  readonly nameNow: string;
  readonly nameBefore: string;
  readonly points: readonly SeriesPoint[];
  readonly textOf: (value: number) => string;
  readonly height: number;
}

/** One series over time from zero, the span before as a thin line. Loaded on its own: charts are heavy. */
export function SeriesChart({ label, nameNow, nameBefore, points, textOf, height }: SeriesChartProps): ReactNode {
  const whole = points.every(({ now, before }) => Number.isInteger(now) && Number.isInteger(before ?? 0));
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here: there is no file that an <img> could show
    <div role="img" aria-label={label}>
      <LineChart
        h={height}
        data={points.map((point) => ({ ...point }))}
        dataKey="label"
        series={[
          { name: "before", label: nameBefore, color: "gray.5" },
          { name: "now", label: nameNow, color: "teal.6" },
        ]}
        lineProps={({ name }) => ({ strokeWidth: name === "before" ? 1 : 2, isAnimationActive: false })}
        // The picture as a whole is named above; points that take the focus inside it would say nothing more.
        lineChartProps={{ accessibilityLayer: false, margin: { top: 10, right: 4 } }}
        curveType="linear"
        withDots={points.length === 1}
        gridAxis="x"
        tickLine="none"
        yAxisProps={{ domain: [0, "auto"], allowDecimals: !whole, width: 70 }}
        xAxisProps={{ minTickGap: 40 }}
        valueFormatter={textOf}
        tooltipAnimationDuration={0}
      />
    </div>
  );
}
