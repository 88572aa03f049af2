import { AppError } from "../../domain/errors.ts";
import type { AffiliateId } from "../../domain/ids.ts";
import type { Visitor } from "../../domain/person.ts";
import { findPersonBehind } from "../../store/test-mode/people.ts";
import type { MerchantContext } from "../context.ts";
import { recordAccess } from "../audit/record-access.ts";
import { beginSession } from "../people/begin-session.ts";
import { newSession } from "../people/session-life.ts";
import { requireRole } from "../require-role.ts";

export interface OpenPortal {
  readonly affiliateId: AffiliateId;
  /** Of the test person whose portal this browser shows now. */
  readonly previousToken: string | undefined;
}

/** Signs in as a test person. Nobody can sign in as a real person this way. */
export async function openTestPortal(
  context: MerchantContext,
  { affiliateId, previousToken }: OpenPortal,
  visitor: Visitor,
): Promise<string> {
  requireRole(context, "manager");
  const person = await findPersonBehind(context.db, context.accountId, affiliateId);
  if (!person) throw new AppError("affiliate_not_found", { text: "Affiliate not found." });
  const { userId, twin } = person;
  if (context.twin === null || twin !== context.twin) throw new AppError("test_mode_only");
  const made = newSession(context, userId, visitor);
  await context.db.transaction((tx) => beginSession(tx, made, previousToken));
  recordAccess(context, "signed_in", { visitor, userId, accountId: twin });
  return made.token;
}
