/** All numbers have as many digits, so that texts with them sort as the numbers do, whatever ran before. */
export const NUMBERED_FROM = 100_000;
