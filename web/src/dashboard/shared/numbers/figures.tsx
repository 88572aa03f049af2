import type { ReactNode } from "react";
import type { NumbersResponse } from "tributary-sdk/pages";
import { moneyParts, moneyText, numberText, percentText } from "../../../format/numbers.ts";
import { Change, RateChange } from "./change.tsx";
import classes from "./figures.module.css";
import type { Charted } from "./trend.ts";

interface FiguresProps {
  readonly numbers: NumbersResponse;
  readonly charted: Charted;
  readonly onChart: (figure: Charted) => void;
  /** Further figures, which have no chart. */
  readonly children?: ReactNode;
}

/** The figures of the period, compared with the previous one. Clicking a figure charts it. */
export function Figures({ numbers, charted, onChart, children }: FiguresProps): ReactNode {
  const { span, before, currency, currencies } = numbers;
  const money = (value: number): string => moneyText(value, currency);
  const counted = currencies.length > 1 ? `Conversions in ${currency}` : "Conversions";
  const chartable = (name: Charted, label: string, textOf: (value: number) => string): ReactNode => (
    <Figure
      label={label}
      value={name === "revenue" ? <Hero amount={span.revenue} currency={currency} /> : textOf(span[name])}
      spoken={textOf(span[name])}
      hero={name === "revenue"}
      charted={charted === name}
      onChart={() => onChart(name)}
    >
      <Change now={span[name]} before={before[name]} textOf={textOf} />
    </Figure>
  );
  return (
    <dl className={classes["strip"]}>
      {chartable("revenue", "Revenue", money)}
      {chartable("conversions_in_currency", counted, numberText)}
      {chartable("clicks", "Clicks", numberText)}
      <Figure label="Conversion rate" value={span.conversion_rate === null ? "–" : percentText(span.conversion_rate)}>
        <RateChange now={span.conversion_rate} before={before.conversion_rate} />
        {span.without_click > 0 && (
          <span className={classes["note"]}>+{numberText(span.without_click)} without a click</span>
        )}
      </Figure>
      {chartable("commission", "Commission", money)}
      {children}
    </dl>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  /** The value in words, for the button's name. */
  readonly spoken?: string;
  readonly hero?: boolean;
  readonly charted?: boolean;
  /** Without it, the figure has no chart. */
  readonly onChart?: () => void;
  readonly children?: ReactNode;
}

export function Figure(props: FigureProps): ReactNode {
  const { label, value, spoken = "", hero = false, charted = false, onChart, children } = props;
  return (
    <div className={classes["figure"]} data-hero={hero} data-charted={charted}>
      <dt className={classes["label"]}>{label}</dt>
      <dd className={classes["content"]}>
        {onChart ? (
          <button
            type="button"
            className={classes["value"]}
            aria-label={`${label}: ${spoken}`}
            aria-pressed={charted}
            title={`Show ${label.toLowerCase()} in the chart`}
            onClick={onChart}
          >
            {value}
          </button>
        ) : (
          <span className={classes["value"]}>{value}</span>
        )}
        {children}
      </dd>
    </div>
  );
}

/** The minor units are smaller, so that the size of the amount is seen first. */
const Hero = ({ amount, currency }: { amount: number; currency: string }): ReactNode =>
  moneyParts(amount, currency).map(({ type, value }, index) =>
    type === "fraction" || type === "decimal" ? (
      <span key={index} className={classes["minor"]}>
        {value}
      </span>
    ) : (
      value
    ),
  );
