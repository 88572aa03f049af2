import type { ReactNode } from "react";
import { explainLines, type CommissionLine, type CommissionPlan } from "tributary-sdk/plan";
import { countText, moneyText } from "../format/numbers.ts";
import { planFormat } from "../words/plans.ts";
import classes from "./commission-lines.module.css";

interface CommissionLinesProps {
  readonly lines: readonly CommissionLine[];
  readonly currency: string;
  /** The plan that the rules are of, if it is at hand. */
  readonly plan?: CommissionPlan | undefined;
  /** Rules that did not apply are collapsed from this number on. */
  readonly collapsedFrom?: number;
}

const isUnmet = ({ rule, reason }: CommissionLine): boolean =>
  reason !== null && rule !== "repeat" && rule !== "binding";

/** How a commission was calculated: each rule that paid, and each that did not and why. */
export function CommissionLines({ lines, currency, plan, collapsedFrom = 4 }: CommissionLinesProps): ReactNode {
  const format = planFormat(currency);
  const unmet = explainLines(lines.filter(isUnmet), plan, format);
  const unmetList = (
    <ul className={classes["lines"]} aria-label="Rules that did not apply">
      {unmet.map(({ text }, index) => (
        <li key={index} data-unmet>
          {text}
        </li>
      ))}
    </ul>
  );
  return (
    <div className={classes["calculation"]}>
      <ul className={classes["lines"]} aria-label="Calculation">
        {explainLines(
          lines.filter((line) => !isUnmet(line)),
          plan,
          format,
        ).map(({ text, commission }, index) => (
          <li key={index}>
            <span>{text}</span>
            <span className="number">{moneyText(commission, currency)}</span>
          </li>
        ))}
      </ul>
      {unmet.length > 0 && unmet.length < collapsedFrom && unmetList}
      {unmet.length >= collapsedFrom && (
        <details>
          <summary>{countText(unmet.length, "rule")} did not apply</summary>
          {unmetList}
        </details>
      )}
    </div>
  );
}
