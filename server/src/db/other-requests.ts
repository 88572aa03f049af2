import { setImmediate } from "node:timers/promises";

/** Lets other requests run during work on many rows. */
export const otherRequests = (): Promise<void> => setImmediate();
