import { foldClickBatches } from "../../store/clicks.ts";
import type { Services } from "../context.ts";

/** Brings the totals up to date with what has been committed; what comes meanwhile is for the next time. */
export async function foldClicks({ db }: Pick<Services, "db">): Promise<void> {
  while (await db.transaction(foldClickBatches));
}
