import { foldClickBatches } from "../../store/clicks.ts";
import type { Services } from "../context.ts";

/** Brings the totals up to date with all that has been committed. */
export async function foldClicks({ db }: Pick<Services, "db">): Promise<void> {
  while ((await db.transaction(foldClickBatches)) > 0);
}
