/** Days are reckoned in UTC, where every one of them is as long as the others. */
export const DAY_MS = 86_400_000;
