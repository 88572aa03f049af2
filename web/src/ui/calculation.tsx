import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Explanation } from "tributary-sdk/pages";
import type { CommissionLine, CommissionPlan } from "tributary-sdk/plan";
import { useNow } from "./clock.ts";
import { CommissionLines } from "./commission-lines.tsx";
import { attributionText, commissionText } from "../words/calculation.ts";

interface CalculationProps {
  readonly conversion: Parameters<typeof commissionText>[1];
  /** What it was worth when it was tracked. */
  readonly first: Parameters<typeof commissionText>[2];
  readonly facts: Explanation;
  /** How a plan calculated the commission, if one did. */
  readonly lines?: readonly CommissionLine[] | undefined;
  readonly plan?: CommissionPlan | undefined;
  /** Refunds and deductions, oldest first. */
  readonly changes?: readonly string[];
}

/** How a conversion was attributed and its commission calculated, the same for merchants and affiliates. */
export function Calculation({ conversion, first, facts, lines, plan, changes = [] }: CalculationProps): ReactNode {
  const now = useNow();
  // A part of an order has no lines of its own.
  const planned = first.isPart === true ? undefined : lines;
  return (
    <>
      <Text size="sm" className="prose">
        {attributionText(facts, conversion, now)}
      </Text>
      {planned && <CommissionLines lines={planned} plan={plan} currency={conversion.commission_currency} />}
      {[...(planned ? [] : [commissionText(facts, conversion, first)]), ...changes].map((line, index) => (
        <Text key={index} size="sm" className="prose">
          {line}
        </Text>
      ))}
    </>
  );
}
