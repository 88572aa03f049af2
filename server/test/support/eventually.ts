import { vi } from "vitest";

/** Ends only what would never succeed: a busy machine may take long. */
const LIMIT = { timeout: 120_000, interval: 25 };

/** Repeats a check until it no longer fails. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, LIMIT);
