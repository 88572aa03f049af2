import type { Worth } from "./conversion.ts";
import type { Trace } from "./plan/trace.ts";

/** Whether the trace explains the worth. It no longer does once a paid conversion was split. */
export function explains({ lines }: Trace, { amount, commission }: Worth): boolean {
  const covered = lines.reduce((sum, { amountMinor }) => sum + (amountMinor ?? 0n), 0n);
  const paid = lines.reduce((sum, { commissionMinor }) => sum + commissionMinor, 0n);
  return covered === amount.minor && paid === commission.minor;
}
