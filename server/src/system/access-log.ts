import type { Log } from "./log.ts";

/** Who got in, who did not, and who took data out. Never a password, a code, a token or an email address. */
export interface AccessLine {
  readonly access: string;
  readonly isRefusal: boolean;
  readonly requestId?: string | undefined;
  readonly address?: string | undefined;
  readonly userId?: string | undefined;
  /** Keyed: tells that two lines are about one address, and not which. */
  readonly emailHash?: string | undefined;
  readonly [fact: string]: string | boolean | undefined;
}
export type AccessLog = (line: AccessLine) => void;

export const accessLogTo =
  (log: Log): AccessLog =>
  ({ isRefusal, ...line }) =>
    log[isRefusal ? "warn" : "info"](line, `access: ${line.access.replaceAll("_", " ")}`);
