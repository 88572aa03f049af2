import type { ReactNode } from "react";
import { moneyText } from "../format/numbers.ts";

export function Money({ amount, currency }: { amount: number; currency: string }): ReactNode {
  return <span className="number">{moneyText(amount, currency)}</span>;
}
