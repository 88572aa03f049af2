import type { NewClick } from "../../domain/click.ts";
import { claimPart, insertMissingClicks, readReplayedBytes } from "../../store/clicks/journals.ts";
import type { Services } from "../context.ts";
import { withPartitions } from "./record-clicks.ts";

/** How much of a journal's segment has been replayed. */
export const replayedBytes = ({ db }: Pick<Services, "db">, segment: string): Promise<number> =>
  readReplayedBytes(db, segment);

/** Records clicks of a journal once, however often this part is replayed. False: another process has done it. */
export async function replayClicks(
  { db, clock }: Pick<Services, "db" | "clock">,
  clicks: readonly NewClick[],
  part: { segment: string; from: number; to: number },
): Promise<boolean> {
  return withPartitions(db, clicks, () =>
    db.transaction(async (tx) => {
      if (!(await claimPart(tx, part, clock.now()))) return false;
      await insertMissingClicks(tx, clicks);
      return true;
    }),
  );
}
