import type { Tx } from "../../db/database.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { switchableMails, type SwitchableMail } from "../../domain/mail.ts";
import { maskPayoutDetails, type PayoutDetails } from "../../domain/payout-details.ts";
import type { User, Visitor } from "../../domain/person.ts";
import { parseBankAccount, parseExampleAccount, type TypedBankAccount } from "../../formats/bank-account.ts";
import { listAffiliatesOf } from "../../store/campaigns/affiliates.ts";
import { readSwitches, saveSwitch } from "../../store/people/mail-outbox.ts";
import { deletePayoutDetails, findSealedPayoutDetails, savePayoutDetails } from "../../store/payouts/payout-details.ts";
import { findCredentials, findUser, holdPassword, saveName, type Credentials } from "../../store/people/users.ts";
import { auditAcross } from "../audit/audit.ts";
import type { AffiliateContext } from "../context.ts";
import { payoutDetailsMail } from "../mail/mail-texts.ts";
import { addressHashOf, queueMail } from "../mail/queue-mail.ts";
import { recordAccess } from "../audit/record-access.ts";
import { verifyPassword } from "./verify-password.ts";
import { openPayoutDetails, sealPayoutDetails } from "../payouts/payout-details.ts";

export interface Profile {
  readonly user: User;
  /** Masked, except in the response to the person who has just entered them. */
  readonly payoutDetails: PayoutDetails | null;
  readonly payoutDetailsChangedAt: Date | null;
  readonly mail: Readonly<Record<SwitchableMail, boolean>>;
}

export async function getProfile(context: AffiliateContext): Promise<Profile> {
  const { db, userId } = context;
  const [user, sealed] = await Promise.all([findUser(db, userId), findSealedPayoutDetails(db, userId)]);
  if (!user) throw new AppError("user_not_found");
  const details = sealed && openPayoutDetails(context, sealed);
  return {
    user,
    payoutDetails: details ? maskPayoutDetails(details) : null,
    payoutDetailsChangedAt: details ? (sealed?.changedAt ?? null) : null,
    mail: await readSwitches(db, addressHashOf(context, user.email)),
  };
}

/** Not validated yet. Without a holder, the account is in the person's name. */
type GivenPayoutDetails = { readonly holder?: string | undefined } & (
  | ({ readonly kind: "iban" } & TypedBankAccount)
  | { readonly kind: "paypal"; readonly email: string }
  | { readonly kind: "other"; readonly text: string }
);

export interface ChangeProfile {
  readonly name: string | undefined;
  /** null: delete them. */
  readonly payoutDetails: GivenPayoutDetails | null | undefined;
  /** Required for new payout details: an unattended session must not be enough to redirect money. */
  readonly password: string | undefined;
  readonly mail: Partial<Record<SwitchableMail, boolean | undefined>>;
}

export async function changeProfile(
  context: AffiliateContext,
  change: ChangeProfile,
  visitor: Visitor,
): Promise<Profile> {
  const parse = context.twin === null ? parseBankAccount : parseExampleAccount;
  const given = change.payoutDetails && withParsedAccount(change.payoutDetails, parse);
  if (context.twin !== null && given?.kind === "paypal") assertExampleAddress(given.email);
  const verified = await verifyFor(context, change, visitor);
  const details = given && { ...given, holder: given.holder ?? change.name ?? verified.user.name };
  await context.db.transaction(async (tx) => {
    if (change.name !== undefined) await saveName(tx, context.userId, change.name);
    if (details !== undefined) await replaceDetails(tx, context, { verified, details });
    await saveSwitches(tx, context, { user: verified.user, mail: change.mail });
  });
  if (details !== undefined) recordAccess(context, "payout_details_changed", { visitor, userId: context.userId });
  const profile = await getProfile(context);
  return details ? { ...profile, payoutDetails: details } : profile;
}

/** A PayPal file of a test account must not pay a real person. */
function assertExampleAddress(email: string): void {
  if (/[@.](?:example|test)$|[@.]example\.(?:com|net|org)$/iu.test(email)) return;
  const text = "Test accounts take example addresses only, such as name@shop.example.";
  throw new AppError("invalid_request", { text });
}

const withParsedAccount = (given: GivenPayoutDetails, parse: typeof parseBankAccount) =>
  given.kind === "iban" ? { ...given, ...parse(given) } : given;

async function verifyFor(
  context: AffiliateContext,
  { payoutDetails, password }: ChangeProfile,
  visitor: Visitor,
): Promise<Credentials> {
  // Test people created by a test key have no password, and no money goes to them.
  if (payoutDetails !== undefined && context.twin === null) {
    if (password !== undefined) return verifyPassword(context, password, visitor);
    throw new AppError("wrong_password", { text: "password is required to change payout_details." });
  }
  return orRefuse(await findCredentials(context.db, context.userId), "user_not_found");
}

async function replaceDetails(
  tx: Tx,
  context: AffiliateContext,
  { verified, details }: { verified: Credentials; details: PayoutDetails | null },
): Promise<void> {
  const { userId, clock, settings } = context;
  // A password reset since then has ended all sessions, and this change must fail with them.
  if (!(await holdPassword(tx, verified))) throw new AppError("wrong_password");
  if (details) await savePayoutDetails(tx, sealPayoutDetails(context, details, { userId, changedAt: clock.now() }));
  const isChanged = details !== null || (await deletePayoutDetails(tx, userId));
  if (isChanged) await auditDetails(tx, context, details);
  const content = payoutDetailsMail(settings, { removed: details === null });
  await queueMail(tx, context, { to: verified.user.email, content });
}

/** Records that the payout method changed and to which one, but not the account or the visitor's address. */
async function auditDetails(tx: Tx, context: AffiliateContext, details: PayoutDetails | null): Promise<void> {
  const change = details
    ? ({ action: "affiliate.payout_details_changed", after: { method: details.kind } } as const)
    : ({ action: "affiliate.payout_details_removed" } as const);
  const payers = await listAffiliatesOf(tx, context.userId);
  const entries = payers.map(({ accountId, affiliateId }) => ({ ...change, accountId, subject: affiliateId }));
  await auditAcross(tx, { ...context, actor: context.userId, origin: null }, entries);
}

async function saveSwitches(
  tx: Tx,
  context: AffiliateContext,
  { user, mail }: { user: User; mail: ChangeProfile["mail"] },
): Promise<void> {
  const at = context.clock.now();
  for (const kind of switchableMails) {
    const on = mail[kind];
    if (on !== undefined) await saveSwitch(tx, addressHashOf(context, user.email), { kind, on, at });
  }
}
