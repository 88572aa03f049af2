import type { BatchPaidResponse, MarkedPayout as WireMark } from "tributary-sdk/pages";
import type { Currency } from "../../domain/values/currency.ts";
import type { MarkedPayout } from "../../usecases/payouts/mark-batch-paid.ts";
import { jsonInPieces } from "../response/json-in-pieces.ts";
import { major } from "./money.ts";

/** A `BatchPaidResponse` in pieces. */
export function presentMarks(marked: readonly MarkedPayout[], currency: Currency): AsyncGenerator<string, void> {
  const count = (outcome: MarkedPayout["outcome"]): number => marked.filter((mark) => mark.outcome === outcome).length;
  const sum = marked.reduce(
    (minor, mark) => (mark.outcome === "change" ? minor + mark.change.after.amount.minor : minor),
    0n,
  );
  const head: Omit<BatchPaidResponse, "results"> = {
    changes: count("change"),
    unchanged: count("unchanged"),
    refused: count("refused"),
    amount: major(sum, currency),
    currency,
  };
  return jsonInPieces(head, marked, presentMark);
}

function presentMark(mark: MarkedPayout): WireMark {
  const { outcome } = mark;
  const about = { payout_id: mark.payoutId, affiliate_name: mark.affiliateName };
  if (outcome === "refused") return { ...about, outcome, error: mark.error.message, code: mark.error.code };
  if (outcome === "unchanged") return { ...about, outcome, status: mark.status };
  return { ...about, outcome };
}
