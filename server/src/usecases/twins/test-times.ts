import type { AccountId } from "../../domain/ids.ts";
import { listTestTimes } from "../../store/test-mode/clocks.ts";
import type { Services } from "../context.ts";

/** The times of these twins, or `moving` for those that an advance holds. Waits for nothing. */
export const readTestTimes = (
  { db }: Pick<Services, "db">,
  twins: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, Date | "moving">> => listTestTimes(db, twins);
