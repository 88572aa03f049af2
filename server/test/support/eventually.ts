import { vi } from "vitest";

/** Long, because a busy machine can be slow. Ends only checks that would never succeed. */
const LIMIT = { timeout: 120_000, interval: 25 };

/** Repeats a check until it no longer fails. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, LIMIT);
