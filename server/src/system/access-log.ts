import type { Log } from "./log.ts";

/** Sign-ins, failed sign-ins and data downloads. Never a password, code, token or email address. */
export interface AccessLine {
  readonly access: string;
  readonly isRefusal: boolean;
  readonly requestId?: string | undefined;
  readonly address?: string | undefined;
  readonly userId?: string | undefined;
  /** Keyed: shows that two lines are about the same address, but not which one. */
  readonly emailHash?: string | undefined;
  readonly [fact: string]: string | boolean | undefined;
}
export type AccessLog = (line: AccessLine) => void;

export const accessLogTo =
  (log: Log): AccessLog =>
  ({ isRefusal, ...line }) =>
    log[isRefusal ? "warn" : "info"](line, `access: ${line.access.replaceAll("_", " ")}`);
