import type { AccountId, UserId } from "../../domain/ids.ts";
import { foldEmail } from "../../domain/invitation.ts";
import type { Visitor } from "../../domain/person.ts";
import type { Services } from "../context.ts";

/** All events in the access log. */
const accessEvents = {
  signed_in: { isRefusal: false },
  sign_in_failed: { isRefusal: true },
  second_factor_failed: { isRefusal: true },
  password_check_failed: { isRefusal: true },
  too_many_attempts: { isRefusal: true },
  signed_up: { isRefusal: false },
  signed_out: { isRefusal: false },
  session_ended: { isRefusal: false },
  password_changed: { isRefusal: false },
  password_reset_requested: { isRefusal: false },
  password_reset: { isRefusal: false },
  payout_details_changed: { isRefusal: false },
  payment_file_downloaded: { isRefusal: false },
  list_downloaded: { isRefusal: false },
} as const;
export type AccessEvent = keyof typeof accessEvents;

export interface AccessFacts {
  readonly visitor?: Visitor | null | undefined;
  readonly userId?: UserId | undefined;
  readonly email?: string | undefined;
  readonly accountId?: AccountId;
  /** The limit that was reached. */
  readonly limit?: string;
  readonly what?: string;
}

/** Writes a line for the operator. Nothing waits for it or depends on it. */
export function recordAccess(
  { accessLog, accessHash }: Pick<Services, "accessLog" | "accessHash">,
  event: AccessEvent,
  { visitor, email, ...facts }: AccessFacts,
): void {
  accessLog({
    access: event,
    ...accessEvents[event],
    ...facts,
    ...(email === undefined ? {} : { emailHash: accessHash(foldEmail(email)).toString("base64url") }),
    address: visitor?.address,
    requestId: visitor?.requestId,
  });
}
