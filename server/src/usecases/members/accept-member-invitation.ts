import type { Tx } from "../../db/database.ts";
import { AppError } from "../../domain/errors.ts";
import { idOf } from "../../domain/ids.ts";
import { foldEmail } from "../../domain/invitation.ts";
import type { MemberInvitation } from "../../domain/member.ts";
import type { Account, User, Visitor } from "../../domain/person.ts";
import type { Role } from "../../domain/roles.ts";
import { lockAccount } from "../../store/people/accounts.ts";
import { consumeMemberInvitation } from "../../store/people/member-invitations.ts";
import { insertMember } from "../../store/people/members.ts";
import { insertSession } from "../../store/people/sessions.ts";
import { findCredentialsByEmail, insertUser } from "../../store/people/users.ts";
import { audit } from "../audit/audit.ts";
import type { Services } from "../context.ts";
import type { NewPerson } from "../affiliates/accept-invitation.ts";
import { tokenDigestOf } from "../affiliates/open-invitation.ts";
import { knownBrowserToken } from "../people/known-browser.ts";
import { limitAttempts } from "../limits/limit-attempts.ts";
import { assertPassword } from "../people/person-rules.ts";
import { recordAccess } from "../audit/record-access.ts";
import type { SignedIn } from "../people/authenticate-session.ts";
import { newSession } from "../people/session-life.ts";
import { findAcceptable } from "./open-member-invitation.ts";

export interface JoinedAccount {
  readonly account: Account;
  readonly role: Role;
}

/** With a session: only the invited person can accept. */
export async function acceptMemberInvitation(
  services: Services,
  { token, user, twin }: { token: string } & Pick<SignedIn, "user" | "twin">,
  visitor: Visitor,
): Promise<JoinedAccount> {
  const tokenDigest = tokenDigestOf(token);
  const invitation = await findAcceptable(services.db, tokenDigest, services.clock.now());
  const isInvited = foldEmail(user.email) === foldEmail(invitation.email) && twin === null;
  if (!isInvited) throw new AppError("invitation_for_someone_else");
  return services.db.transaction(async (tx) => {
    const account = await consume(services, tx, { invitation, tokenDigest });
    return join(services, tx, { account, invitation, user, visitor });
  });
}

/** Without a session: creates a new person and signs them in. Never takes over an existing address. */
export async function acceptMemberInvitationAsNewPerson(
  services: Services,
  input: { token: string; person: NewPerson | undefined },
  visitor: Visitor,
): Promise<JoinedAccount & { sessionToken: string; browserToken: string }> {
  const { db, clock, random, passwords } = services;
  await limitAttempts(services, [["signUpFromAddress", visitor]], { visitor });
  const tokenDigest = tokenDigestOf(input.token);
  const invitation = await findAcceptable(db, tokenDigest, clock.now());
  if (!input.person) throw new AppError("invalid_request", { text: "name and password are required for a new user." });
  assertPassword(services, input.person.password, { email: invitation.email, name: input.person.name });
  // Checked last, so that only a request that would create a person reveals whether the address has an account.
  if (await findCredentialsByEmail(db, invitation.email)) throw new AppError("invitation_needs_sign_in");
  const passwordHash = await passwords.hash(input.person.password);
  const now = clock.now();
  const id = idOf("user", random.uuid(now));
  const user: User = { id, email: invitation.email, name: input.person.name, emailVerifiedAt: null, createdAt: now };
  const { session, token: sessionToken, tokenDigest: sessionDigest } = newSession(services, user.id, visitor);
  const joined = await db.transaction(async (tx) => {
    const account = await consume(services, tx, { invitation, tokenDigest });
    if (!(await insertUser(tx, { user, passwordHash }))) throw new AppError("invitation_needs_sign_in");
    await insertSession(tx, session, sessionDigest);
    return join(services, tx, { account, invitation, user, visitor });
  });
  recordAccess(services, "signed_up", { visitor, userId: user.id });
  return { ...joined, sessionToken, browserToken: knownBrowserToken(services, { user, passwordHash }) };
}

/** Locks the account first, like every change to its members, so that a concurrent withdrawal of the link is seen. */
async function consume(
  { clock }: Services,
  tx: Tx,
  { invitation, tokenDigest }: { invitation: MemberInvitation; tokenDigest: Uint8Array },
): Promise<Account> {
  const account = await lockAccount(tx, invitation.accountId);
  if (!account) throw new Error("An invitation without its account.");
  const now = clock.now();
  if (await consumeMemberInvitation(tx, tokenDigest, now)) return account;
  await findAcceptable(tx, tokenDigest, now);
  throw new Error("An acceptable invitation was not accepted.");
}

interface Joining {
  readonly account: Account;
  readonly invitation: MemberInvitation;
  readonly user: User;
  readonly visitor: Visitor;
}

async function join(
  services: Services,
  tx: Tx,
  { account, invitation, user, visitor }: Joining,
): Promise<JoinedAccount> {
  const { role } = invitation;
  const member = { accountId: account.id, userId: user.id, role, createdAt: services.clock.now() };
  if (!(await insertMember(tx, member))) throw new AppError("already_member");
  const acting = { ...services, accountId: account.id, actor: user.id, origin: visitor };
  await audit(tx, acting, { action: "member.joined", subject: user.id, after: { role } });
  return { account, role };
}
