import { z } from "zod";
import { time } from "./times.ts";

export const testClock = z
  .object({ now: time("The time of the test account.") })
  .meta({ id: "TestClock", description: "The clock of a test account." });

export const presentClock = (now: Date): z.infer<typeof testClock> => ({ now: now.toISOString() });
