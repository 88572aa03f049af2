import type { Tx } from "../../db/database.ts";
import type { Affiliation } from "../../domain/affiliation.ts";
import type { Application } from "../../domain/application.ts";
import { invitationFacts } from "../../domain/audit-facts.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { AppError } from "../../domain/errors.ts";
import { idOf } from "../../domain/ids.ts";
import type { User, Visitor } from "../../domain/person.ts";
import { isInCampaign } from "../../store/campaigns/affiliates.ts";
import { saveApplication } from "../../store/campaigns/applications.ts";
import {
  hasValidInvitation,
  insertInvitation,
  lockInvitationsTo,
  replaceOpenInvitation,
} from "../../store/campaigns/invitations.ts";
import { insertUser } from "../../store/people/users.ts";
import { audit } from "../audit/audit.ts";
import { recordAccess } from "../audit/record-access.ts";
import type { Services } from "../context.ts";
import { limitAttempts } from "../limits/limit-attempts.ts";
import { beginSession } from "../people/begin-session.ts";
import { knownBrowserToken } from "../people/known-browser.ts";
import { openWithCode, sendCode, type AwaitedCode } from "../people/mailed-code.ts";
import { assertPassword } from "../people/person-rules.ts";
import { newSession } from "../people/session-life.ts";
import { digestOf } from "../secret-digest.ts";
import { findOpenPage } from "./application-page.ts";
import { newInvitation } from "./invite-affiliate.ts";
import { joinCampaign } from "./join-campaign.ts";

/**
 * A signed-in person joins immediately, as if invited: active in a public campaign, pending in a private one. If this
 * installation sends email but has not verified their address, it may be somebody else's. The merchant then sends a link
 * to that address.
 */
export async function applyAsPerson(
  services: Services,
  { slug, application, user }: { slug: string; application: Omit<Application, "name">; user: User },
  visitor: Visitor,
): Promise<Affiliation | "received"> {
  const { campaign } = await findLimited(services, slug, visitor);
  const named = { ...application, name: user.name };
  const { db, settings } = services;
  if (user.emailVerifiedAt !== null || !settings.mailIsSent)
    return db.transaction((tx) => join(services, tx, { campaign, application: named, user }));
  await limitCampaign(services, campaign, visitor);
  await db.transaction((tx) => storeForMerchant(services, tx, { campaign, email: user.email, application: named }));
  return "received";
}

export interface Applicant {
  readonly email: string;
  readonly application: Application;
  /** Required if this installation sends email: the person gets an account right away. */
  readonly password: string | undefined;
}

/** The person has to enter the code from an email. Without email, the application is on the merchant's list. */
export type ApplicationOutcome = ({ readonly step: "verification" } & AwaitedCode) | { readonly step: "received" };

interface Entered extends Omit<Applicant, "password"> {
  readonly passwordHash: string;
}

/**
 * The response is the same for every address. As with invitations, people prove their address before they join: with
 * the code from an email, or with the link that the merchant sends.
 */
export async function applyAsNewPerson(
  services: Services,
  { slug, applicant: { email, application, password } }: { slug: string; applicant: Applicant },
  visitor: Visitor,
): Promise<ApplicationOutcome> {
  const { campaign } = await findLimited(services, slug, visitor);
  if (!services.settings.mailIsSent) {
    await limitCampaign(services, campaign, visitor);
    await services.db.transaction((tx) => storeForMerchant(services, tx, { campaign, email, application }));
    return { step: "received" };
  }
  if (password === undefined) throw new AppError("invalid_request", { text: "password is required." });
  await limitAttempts(services, [["signUpFromAddress", visitor]], { visitor, email });
  assertPassword(services, password, { email, name: application.name });
  const passwordHash = await services.passwords.hash(password);
  const entered: Entered = { email, application, passwordHash };
  const mailOf = (code: string) => ({ to: email, compose: "application", code, slug }) as const;
  return {
    step: "verification",
    ...(await sendCode(services, { purpose: "application", entered, mailOf }, visitor)),
  };
}

/** Creates the person, signs them in and joins. The code has proven the address. */
export async function confirmApplication(
  services: Services,
  input: { slug: string; token: string; code: string; previousToken: string | undefined },
  visitor: Visitor,
): Promise<{ affiliation: Affiliation; token: string; browserToken: string }> {
  const { campaign } = await findOpenPage(services.db, input.slug);
  const { token, code } = input;
  const entered = await openWithCode<Entered>(services, { purpose: "application", token, code }, visitor);
  await limitCampaign(services, campaign, visitor);
  const { email, application, passwordHash } = entered;
  const now = services.clock.now();
  const id = idOf("user", services.random.uuid(now));
  const user: User = { id, email, name: application.name, emailVerifiedAt: now, createdAt: now };
  const fresh = newSession(services, id, visitor);
  const affiliation = await services.db.transaction(async (tx) => {
    if (!(await insertUser(tx, { user, passwordHash }))) throw new AppError("email_taken");
    await beginSession(tx, fresh, input.previousToken);
    return join(services, tx, { campaign, application, user });
  });
  recordAccess(services, "signed_up", { visitor, userId: id });
  return { affiliation, token: fresh.token, browserToken: knownBrowserToken(services, { user, passwordHash }) };
}

async function findLimited(services: Services, slug: string, visitor: Visitor): Promise<{ campaign: Campaign }> {
  await limitAttempts(services, [["applyFromAddress", visitor]], { visitor });
  return findOpenPage(services.db, slug);
}

/** Counts only what reaches the merchant, so that nobody can shut others out with requests that prove nothing. */
const limitCampaign = (services: Services, { id }: Campaign, visitor: Visitor): Promise<void> =>
  limitAttempts(services, [["applyToCampaign", id]], { visitor });

interface Applying {
  readonly campaign: Campaign;
  readonly application: Application;
}

async function join(
  services: Services,
  tx: Tx,
  { campaign: { id: campaignId, accountId }, application, user }: Applying & { user: User },
): Promise<Affiliation> {
  const into = { accountId, campaignId };
  await saveApplication(tx, { ...into, email: user.email, application, at: services.clock.now() });
  return joinCampaign(services, tx, { into, user, by: "application" });
}

/**
 * Stores the application with an invitation whose link nobody has yet. The merchant creates a new link and sends it. An
 * invitation that the person may already have stays valid.
 */
async function storeForMerchant(
  services: Services,
  tx: Tx,
  { campaign: { id: campaignId, accountId }, email, application }: Applying & { email: string },
): Promise<void> {
  const to = { accountId, campaignId, email };
  const invitation = newInvitation({ ...services, accountId }, to);
  const { createdAt: now } = invitation;
  await lockInvitationsTo(tx, to);
  if (await isInCampaign(tx, accountId, to)) return;
  await saveApplication(tx, { ...to, application, at: now });
  if (await hasValidInvitation(tx, to, now)) return;
  await replaceOpenInvitation(tx, invitation);
  await insertInvitation(tx, invitation, digestOf(services.random.token()));
  const acting = { ...services, accountId, actor: "system", origin: null };
  await audit(tx, acting, { action: "invitation.created", subject: invitation.id, after: invitationFacts(invitation) });
}
