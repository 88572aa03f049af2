import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { Explanation } from "tributary-sdk/pages";
import { useNow } from "./clock.ts";
import { attributionText, commissionText } from "../words/calculation.ts";

interface CalculationProps {
  readonly conversion: Parameters<typeof commissionText>[1];
  /** What it was worth when it was tracked. */
  readonly first: Parameters<typeof commissionText>[2];
  readonly facts: Explanation;
  /** Refunds and deductions, oldest first. */
  readonly changes?: readonly string[];
}

/** How a conversion was attributed and its commission calculated, the same for merchants and affiliates. */
export function Calculation({ conversion, first, facts, changes = [] }: CalculationProps): ReactNode {
  const now = useNow();
  return (
    <>
      <Text size="sm" className="prose">
        {attributionText(facts, conversion, now)}
      </Text>
      {[commissionText(facts, conversion, first), ...changes].map((line, index) => (
        <Text key={index} size="sm" className="prose">
          {line}
        </Text>
      ))}
    </>
  );
}
