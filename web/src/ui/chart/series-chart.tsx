import { useElementSize } from "@mantine/hooks";
import { useState, type PointerEvent, type ReactNode } from "react";
import { labelsFor, ticksFor } from "./scale.ts";
import classes from "./series-chart.module.css";

export interface SeriesPoint {
  readonly label: string;
  readonly now: number;
  /** null: not known. */
  readonly before: number | null;
}

interface SeriesChartProps {
  /** Describes the chart to people who cannot see it. */
  readonly label: string;
  readonly nameNow: string;
  readonly nameBefore: string;
  readonly points: readonly SeriesPoint[];
  readonly textOf: (value: number) => string;
  readonly height: number;
}

const TOP = 24;
const BOTTOM = 24;
const LABEL_WIDTH = 110;
const TIP_WIDTH = 200;

/** One series over time from zero, and the previous period as a dashed line. */
export function SeriesChart({ label, nameNow, nameBefore, points, textOf, height }: SeriesChartProps): ReactNode {
  const { ref, width } = useElementSize();
  const [pointed, setPointed] = useState<number>();
  // After a change to fewer days, the index may no longer exist.
  const hovered = pointed !== undefined && pointed < points.length ? pointed : undefined;
  const plot = plotOf(points, width, height);
  const shown = hovered === undefined ? undefined : points[hovered];
  const follow = (event: PointerEvent<SVGSVGElement>): void => {
    const { left } = event.currentTarget.getBoundingClientRect();
    setPointed(plot.indexAt(event.clientX - left));
  };
  return (
    <div ref={ref} className={classes["chart"]} style={{ height }}>
      {width > 0 && (
        <svg
          className={classes["picture"]}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here: there is no file for an <img>
          role="img"
          aria-label={label}
          onPointerDown={follow}
          onPointerMove={follow}
          onPointerLeave={() => setPointed(undefined)}
        >
          <Axes points={points} plot={plot} width={width} />
          <path className={classes["area"]} d={plot.area} />
          <path className={classes["before"]} d={plot.before} />
          <path className={classes["now"]} d={plot.now} />
          {plot.lone.map((index) => (
            <circle
              key={index}
              className={classes["lone"]}
              cx={plot.x(index)}
              cy={plot.y(points[index]?.before ?? 0)}
              r={2.5}
            />
          ))}
          <Scale plot={plot} textOf={textOf} />
          {hovered === undefined ? (
            <LastPoint points={points} plot={plot} textOf={textOf} />
          ) : (
            <Crosshair points={points} plot={plot} index={hovered} />
          )}
        </svg>
      )}
      {shown && hovered !== undefined && (
        <div className={classes["tip"]} aria-hidden style={sideOf(plot.x(hovered), width)}>
          {shown.label}
          <dl>
            <dt>{nameNow}</dt>
            <dd>{textOf(shown.now)}</dd>
            {shown.before !== null && (
              <>
                <dt>{nameBefore}</dt>
                <dd>{textOf(shown.before)}</dd>
              </>
            )}
          </dl>
        </div>
      )}
    </div>
  );
}

interface Plot {
  readonly ticks: readonly number[];
  readonly bottom: number;
  readonly x: (index: number) => number;
  readonly y: (value: number) => number;
  readonly indexAt: (x: number) => number;
  readonly now: string;
  readonly before: string;
  /** Known days of the previous period without a known neighbour: a line cannot show them. */
  readonly lone: readonly number[];
  readonly area: string;
}

function plotOf(points: readonly SeriesPoint[], width: number, height: number): Plot {
  const values = points.flatMap(({ now, before }) => [now, before ?? 0]);
  const ticks = ticksFor(Math.max(0, ...values), values.every(Number.isInteger));
  const bottom = height - BOTTOM;
  const last = Math.max(1, points.length - 1);
  const x = (index: number): number => (points.length === 1 ? width / 2 : (index / last) * width);
  const y = (value: number): number => bottom - (Math.max(0, value) / ticks[1]) * (bottom - TOP);
  const at = (index: number, value: number): string => `${x(index).toFixed(1)},${y(value).toFixed(1)}`;
  const now = points.map((point, index) => at(index, point.now)).join("L");
  return {
    ticks,
    bottom,
    x,
    y,
    indexAt: (position) => Math.min(points.length - 1, Math.max(0, Math.round((position / width) * last))),
    now: now === "" ? "" : `M${now}`,
    before: points
      .map(({ before }, index) => beforePart(points, index, before === null ? null : at(index, before)))
      .join(""),
    lone: points.flatMap(({ before }, index) =>
      before !== null && !isKnown(points[index - 1]) && !isKnown(points[index + 1]) ? [index] : [],
    ),
    area: now === "" ? "" : `M${x(0)},${bottom}L${now}L${x(points.length - 1)},${bottom}Z`,
  };
}

/** Days without a known value leave a gap. */
function beforePart(points: readonly SeriesPoint[], index: number, at: string | null): string {
  if (at === null) return "";
  return `${isKnown(points[index - 1]) ? "L" : "M"}${at}`;
}

const isKnown = (point: SeriesPoint | undefined): boolean => point !== undefined && point.before !== null;

interface PartProps {
  readonly points: readonly SeriesPoint[];
  readonly plot: Plot;
}

function Axes({ points, plot, width }: PartProps & { width: number }): ReactNode {
  const anchorOf = (index: number): "start" | "middle" | "end" =>
    points.length === 1 ? "middle" : index === 0 ? "start" : index === points.length - 1 ? "end" : "middle";
  return (
    <g aria-hidden>
      <line className={classes["zero"]} x1={0} x2={width} y1={plot.bottom} y2={plot.bottom} />
      {plot.ticks.map((tick) => (
        <line key={tick} className={classes["tick"]} x1={0} x2={width} y1={plot.y(tick)} y2={plot.y(tick)} />
      ))}
      {labelsFor(points.length, Math.floor(width / LABEL_WIDTH)).map((index) => (
        <text
          key={index}
          className={classes["label"]}
          x={plot.x(index)}
          y={plot.bottom + 18}
          textAnchor={anchorOf(index)}
        >
          {points[index]?.label}
        </text>
      ))}
    </g>
  );
}

/** Above the series, so that a line never runs through the figures. */
const Scale = ({ plot, textOf }: { plot: Plot; textOf: (value: number) => string }): ReactNode => (
  <g aria-hidden>
    {plot.ticks.map((tick) => (
      <text key={tick} className={`${classes["label"]} ${classes["halo"]}`} x={0} y={plot.y(tick) - 5}>
        {textOf(tick)}
      </text>
    ))}
  </g>
);

function LastPoint({ points, plot, textOf }: PartProps & { textOf: (value: number) => string }): ReactNode {
  const index = points.length - 1;
  const last = points[index];
  if (!last) return null;
  return (
    <g aria-hidden>
      <circle className={classes["point"]} cx={plot.x(index)} cy={plot.y(last.now)} r={3.5} />
      <text
        className={`${classes["value"]} ${classes["halo"]}`}
        x={plot.x(index)}
        y={plot.y(last.now) - 9}
        textAnchor={index === 0 ? "middle" : "end"}
      >
        {textOf(last.now)}
      </text>
    </g>
  );
}

function Crosshair({ points, plot, index }: PartProps & { index: number }): ReactNode {
  const point = points[index];
  if (!point) return null;
  const x = plot.x(index);
  return (
    <g aria-hidden>
      <line className={classes["crosshair"]} x1={x} x2={x} y1={TOP} y2={plot.bottom} />
      <circle className={classes["point"]} cx={x} cy={plot.y(point.now)} r={4} />
    </g>
  );
}

/** Next to the crosshair, on the side that has room; on a narrow screen at the edge. */
function sideOf(x: number, width: number): { left: number } | { right: number } {
  if (x + TIP_WIDTH <= width) return { left: x + 12 };
  return x >= TIP_WIDTH ? { right: width - x + 12 } : { left: 0 };
}
