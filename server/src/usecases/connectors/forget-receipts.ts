import { RECEIPT_BODY_DAYS } from "tributary-sdk/limits";
import { DAY_MS } from "../../domain/values/day.ts";
import { deleteBodiesBefore } from "../../store/connectors/receipts.ts";
import type { Services } from "../context.ts";

const AT_A_TIME = 500;

/** Deletes what shops sent, some at a time. What became of it stays. */
export async function forgetReceiptBodies({ db, clock }: Services): Promise<void> {
  const before = new Date(clock.now().getTime() - RECEIPT_BODY_DAYS * DAY_MS);
  for (let deleted = AT_A_TIME; deleted === AT_A_TIME;)
    deleted = await db.transaction((tx) => deleteBodiesBefore(tx, { before, limit: AT_A_TIME }));
}
