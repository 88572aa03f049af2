import { verifyLedger, type LedgerCheck } from "../usecases/installation/verify-ledger.ts";
import { withOperator } from "./operator.ts";
import type { Outcome } from "./outcome.ts";

export async function verify(): Promise<Outcome> {
  return verdictOn(await withOperator(verifyLedger));
}

export function verdictOn(checks: readonly LedgerCheck[]): Outcome {
  const wrong = checks.filter(({ count }) => count > 0);
  const lines = checks.map(({ count, finding, examples }) => {
    const some = examples.length === 0 ? "" : `: ${examples.join(", ")}`;
    return `${String(count).padStart(6)}  ${finding}${some}`;
  });
  const verdict = wrong.length === 0 ? "The ledger is consistent." : "The ledger is NOT consistent.";
  return {
    json: { ok: wrong.length === 0, checks },
    text: [...lines, verdict],
    failed: wrong.length > 0,
  };
}
