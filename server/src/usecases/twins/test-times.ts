import type { AccountId } from "../../domain/ids.ts";
import { listTestTimes, type TestTime } from "../../store/test-mode/clocks.ts";
import type { Services } from "../context.ts";

export type { TestTime } from "../../store/test-mode/clocks.ts";

/** The times of these twins. Waits for nothing. */
export const readTestTimes = (
  { db }: Pick<Services, "db">,
  twins: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, TestTime>> => listTestTimes(db, twins);
