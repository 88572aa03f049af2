import { foldClickBatches } from "../../store/clicks.ts";
import type { Services } from "../context.ts";

/** Several processes write faster than one folds: whoever folds comes to an end all the same. */
const ROUNDS_MAX = 20;

/** Brings the totals up to date with what has been committed; what comes meanwhile is for the next time. */
export async function foldClicks({ db }: Pick<Services, "db">): Promise<void> {
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) if (!(await db.transaction(foldClickBatches))) return;
}
