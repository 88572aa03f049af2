import type { UserId } from "./ids.ts";

export interface SecondFactor {
  readonly userId: UserId;
  readonly secretSealed: Uint8Array;
  readonly setUpAt: Date;
  /** null during setup, when it is not required to sign in yet. */
  readonly confirmedAt: Date | null;
}

const SET_UP_MS = 15 * 60_000;

/** Setups started at or before this time have expired: an unconfirmed secret may have been left on a screen. */
export const setUpsBefore = (now: Date): Date => new Date(now.getTime() - SET_UP_MS);

export const isSetUpOpen = ({ setUpAt }: SecondFactor, now: Date): boolean => setUpAt > setUpsBefore(now);

export const RECOVERY_CODES = 10;
const GROUP = /.{4}/g;

/** Four groups of four: 79 random bits, enough for a fast hash without a salt. */
export const shownRecoveryCode = (code: string): string => code.match(GROUP)?.join("-") ?? code;

export interface GivenCode {
  readonly kind: "one_time" | "recovery";
  readonly code: string;
}

/** People type spaces, dashes and capitals that were not shown. */
export function givenCodeOf(text: string): GivenCode {
  const code = text.replaceAll(/[\s\p{Pd}]/gu, "").toLowerCase();
  return { kind: /^\d{6}$/.test(code) ? "one_time" : "recovery", code };
}
