import type { Tx } from "../../db/database.ts";
import type { Affiliation } from "../../domain/affiliation.ts";
import { AppError } from "../../domain/errors.ts";
import { idOf } from "../../domain/ids.ts";
import { foldEmail, type Invitation } from "../../domain/invitation.ts";
import type { User } from "../../domain/person.ts";
import { consumeInvitation } from "../../store/campaigns/invitations.ts";
import { insertSession } from "../../store/people/sessions.ts";
import { insertUser, personExists } from "../../store/people/users.ts";
import type { Services } from "../context.ts";
import type { Visitor } from "../../domain/person.ts";
import type { SignedIn } from "../people/authenticate-session.ts";
import { knownBrowserToken } from "../people/known-browser.ts";
import { limitAttempts } from "../limits/limit-attempts.ts";
import { assertPassword } from "../people/person-rules.ts";
import { recordAccess } from "../audit/record-access.ts";
import { newSession } from "../people/session-life.ts";
import { joinCampaign } from "./join-campaign.ts";
import { findAcceptable, findJoinable, tokenDigestOf } from "./open-invitation.ts";

export interface NewPerson {
  readonly name: string;
  readonly password: string;
}

/** With a session: only the invited person can accept. A test person stays in their twin. */
export async function acceptInvitation(
  services: Services,
  token: string,
  { user, twin }: Pick<SignedIn, "user" | "twin">,
): Promise<Affiliation> {
  const tokenDigest = tokenDigestOf(token);
  const invitation = await findAcceptable(services.db, tokenDigest, services.clock.now());
  const isInvited = foldEmail(user.email) === foldEmail(invitation.email) && twin === services.twin;
  if (!isInvited) throw new AppError("invitation_for_someone_else");
  return services.db.transaction(async (tx) => {
    const consumed = await consume(tx, tokenDigest, services.clock.now());
    return joinCampaign(services, tx, { into: consumed, user, by: "invitation" });
  });
}

/** Without a session: creates a new person and signs them in. Never takes over an existing address. */
export async function acceptInvitationAsNewPerson(
  services: Services,
  input: { token: string; person: NewPerson | undefined },
  visitor: Visitor,
): Promise<{ affiliation: Affiliation; sessionToken: string; browserToken: string }> {
  const { db, clock, passwords } = services;
  await limitAttempts(services, [["signUpFromAddress", visitor]], { visitor });
  const tokenDigest = tokenDigestOf(input.token);
  // Runs every other check before hashing the password, which costs more than all of them together.
  const { invitation } = await findJoinable(db, tokenDigest, clock.now());
  if (!input.person) throw new AppError("invalid_request", { text: "name and password are required for a new user." });
  assertPassword(services, input.person.password, { email: invitation.email, name: input.person.name });
  // Checked last, so that only a request that would create a person reveals whether the address has an account.
  if (await personExists(db, invitation.email, services.twin)) throw new AppError("invitation_needs_sign_in");
  const passwordHash = await passwords.hash(input.person.password);
  const user = userOf(services, invitation, input.person.name);
  const { session, token: sessionToken, tokenDigest: sessionDigest } = newSession(services, user.id, visitor);
  const affiliation = await db.transaction(async (tx) => {
    const consumed = await consume(tx, tokenDigest, clock.now());
    if (!(await insertUser(tx, { user, passwordHash }, services.twin))) throw new AppError("invitation_needs_sign_in");
    await insertSession(tx, session, sessionDigest);
    return joinCampaign(services, tx, { into: consumed, user, by: "invitation" });
  });
  recordAccess(services, "signed_up", { visitor, userId: user.id });
  return { affiliation, sessionToken, browserToken: knownBrowserToken(services, { user, passwordHash }) };
}

async function consume(tx: Tx, tokenDigest: Uint8Array, now: Date): Promise<Invitation> {
  const consumed = await consumeInvitation(tx, tokenDigest, now);
  if (consumed) return consumed;
  await findAcceptable(tx, tokenDigest, now);
  throw new Error("An acceptable invitation was not accepted.");
}

function userOf({ clock, random }: Services, { email }: Invitation, name: string): User {
  const now = clock.now();
  return { id: idOf("user", random.uuid(now)), email, name, emailVerifiedAt: null, createdAt: now };
}
