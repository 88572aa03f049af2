import type { ReactNode } from "react";
import { planTerms, type CommissionPlan } from "tributary-sdk/plan";
import { planFormat } from "../words/plans.ts";
import classes from "./plan-terms.module.css";

/** What a plan pays, one sentence per line. */
export function PlanTerms({ plan, currency }: { plan: CommissionPlan; currency: string }): ReactNode {
  return (
    <ul className={classes["terms"]}>
      {planTerms(plan, planFormat(currency)).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
