import { otherRequests } from "../db/other-requests.ts";
import { BoundedMap } from "../domain/bounded-map.ts";
import type { Currency } from "../domain/values/currency.ts";
import { parsePlan } from "../domain/plan/plan-json.ts";
import type { Plan } from "../domain/plan/plan.ts";

/** A row with a plan's ID, document and currency. */
export interface PlanDocument {
  id: string;
  body: unknown;
  currency: Currency;
}

const KEPT_MAX = 1_000;
/** Plans never change, so a parsed one stays valid. */
const kept = new BoundedMap<string, Plan>(KEPT_MAX);

/** Parsing a large plan takes milliseconds, so it is kept. */
export function parsedPlan({ id, body, currency }: PlanDocument): Plan {
  const plan = kept.get(id) ?? parsePlan(body, currency);
  if (typeof plan === "string") throw new Error(`Plan ${id} cannot be read: ${plan}`);
  kept.set(id, plan);
  return plan;
}

/** Before a list of plans is used: other requests get a turn after each one that has to be parsed. */
export async function parseInTurns(documents: readonly PlanDocument[]): Promise<void> {
  for (const document of documents) {
    if (kept.get(document.id)) continue;
    parsedPlan(document);
    await otherRequests();
  }
}
