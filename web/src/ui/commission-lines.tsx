import type { ReactNode } from "react";
import { explainLines, type CommissionLine, type CommissionPlan } from "tributary-sdk/plan";
import { moneyText } from "../format/numbers.ts";
import { planFormat } from "../words/plans.ts";
import classes from "./commission-lines.module.css";

interface CommissionLinesProps {
  readonly lines: readonly CommissionLine[];
  readonly currency: string;
  /** The plan that the rules are of, if it is at hand. */
  readonly plan?: CommissionPlan | undefined;
}

/** How a commission was calculated: each rule that paid, and each that did not and why. */
export function CommissionLines({ lines, currency, plan }: CommissionLinesProps): ReactNode {
  return (
    <ul className={classes["lines"]} aria-label="Calculation">
      {explainLines(lines, plan, planFormat(currency)).map(({ text, commission }, index) => (
        <li key={index} data-unpaid={commission === 0 || undefined}>
          <span>{text}</span>
          {commission !== 0 && <span className="number">{moneyText(commission, currency)}</span>}
        </li>
      ))}
    </ul>
  );
}
