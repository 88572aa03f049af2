import { EMAIL_MAX } from "tributary-sdk/limits";
import type { Plan } from "tributary-sdk/words";
import { isStorable } from "./values/plain-text.ts";
import type { AccountId, SessionId, UserId } from "./ids.ts";

export { plans, type Plan } from "tributary-sdk/words";

/** Exactly one @, a dot in the domain, and no character that needs quoting or could end a header line. */
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+\.[^\s@<>()[\]\\,;:."\p{Cc}]+$/u;

/**
 * Characters that are invisible or change text direction: they can make one address look like another. U+2800 is a
 * blank that Unicode classifies as a symbol.
 */
const UNSEEN = /[\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The rules for email addresses, shared by the API, the pages and the CLI. */
export const emailRule = {
  text: `an email address of up to ${EMAIL_MAX} characters`,
  holds: (text: string): boolean =>
    text.length <= EMAIL_MAX && isStorable(text) && EMAIL.test(text) && !UNSEEN.test(text),
};

/** Replaces the domain of an erased person's address. Nobody can receive email there. */
export const ERASED_DOMAIN = "erased.invalid";

export interface User {
  readonly id: UserId;
  readonly email: string;
  readonly name: string;
  readonly emailVerifiedAt: Date | null;
  readonly createdAt: Date;
}
/** A test account is the twin of a live one: see usecases/test-mode. */
export type AccountMode = "live" | "test";

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

/** The origin of a request, for sessions, limits and logs. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string | undefined;
  readonly requestId?: string;
}
