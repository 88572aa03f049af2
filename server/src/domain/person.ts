import { EMAIL_MAX } from "tributary-sdk/limits";
import type { Plan } from "tributary-sdk/words";
import { isStorable } from "./plain-text.ts";
import type { AccountId, SessionId, UserId } from "./ids.ts";

export { plans, type Plan } from "tributary-sdk/words";

/** One @, a dot in the domain, and nothing that would need quotes or could end a header line. */
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@<>()[\]\\,;:."\p{Cc}]+$/u;

/**
 * Characters that show nothing or change the direction of what follows: with one of them an address looks like somebody else's.
 * U+2800 is a blank that Unicode counts among the symbols.
 */
const UNSEEN = /[\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What an email address is, for the API, the pages and the command line alike. */
export const emailRule = {
  text: `an email address of up to ${EMAIL_MAX} characters`,
  holds: (text: string): boolean =>
    text.length <= EMAIL_MAX && isStorable(text) && EMAIL.test(text) && !UNSEEN.test(text),
};

export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly emailVerifiedAt: Date | null;
  readonly createdAt: Date;
}
export interface Account {
  readonly id: AccountId;
  readonly name: string;
  readonly plan: Plan;
  readonly createdAt: Date;
}
export interface Session {
  readonly id: SessionId;
  readonly userId: UserId;
  readonly createdAt: Date;
  readonly seenAt: Date;
  readonly expiresAt: Date;
  readonly userAgent: string | null;
}

/** Where a request comes from, as far as sessions, limits and logs care. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string | undefined;
  readonly requestId?: string;
}
