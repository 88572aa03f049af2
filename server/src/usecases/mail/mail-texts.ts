import type { Claim } from "../../domain/claim.ts";
import type { MailContent } from "../../domain/mail.ts";
import { moneyText, type Money } from "../../domain/values/money.ts";
import type { Role } from "../../domain/roles.ts";
import { inOneLine } from "../../domain/values/plain-text.ts";
import type { Settings } from "../context.ts";

/**
 * The emails: short plain text with one clear next step. Subjects are fixed, because they carry the operator's
 * reputation; text by other people appears only in the body, in quotes.
 */

const quoted = (words: string): string => `"${inOneLine(words).replaceAll('"', "'")}"`;
const quotedLines = (words: string): string => words.replaceAll(/^/gm, "> ");

type Site = Pick<Settings, "baseUrl">;

export const invitationMail = (facts: {
  merchantName: string;
  campaignName: string;
  /** The merchant's message. May be empty. */
  message: string;
  link: string;
  expiresAt: Date;
}): MailContent => ({
  kind: "invitation",
  subject: "You have been invited to an affiliate program",
  text: `${quoted(facts.merchantName)} has invited you to become an affiliate for ${quoted(facts.campaignName)}.
${facts.message === "" ? "" : `\n${quotedLines(facts.message)}\n`}
Review the offer and accept it here:
${facts.link}

The link is for you only and works until ${minute(facts.expiresAt)}. If you are not interested, ignore this email.`,
});

export const memberInvitationMail = (
  { baseUrl }: Site,
  facts: {
    accountName: string;
    role: Role;
    link: string;
    expiresAt: Date;
  },
): MailContent => ({
  kind: "invitation",
  subject: "You have been invited to an account",
  text: `You have been invited to the account ${quoted(facts.accountName)} as ${facts.role}.

Review the invitation and accept it here:
${facts.link}

The link is for you only and works until ${minute(facts.expiresAt)}. If you are not interested, ignore this email.

Guides and API reference for developers:
${baseUrl}/docs`,
});

export const approvalMail = (
  { baseUrl }: Site,
  facts: { merchantName: string; campaignName: string; campaignId: string },
): MailContent => ({
  kind: "approval",
  subject: "You have been approved as an affiliate",
  text: `${quoted(facts.merchantName)} has approved you as an affiliate for ${quoted(facts.campaignName)}. Your link is now active:
${baseUrl}/portal/campaigns/${facts.campaignId}`,
});

export function claimSettledMail(
  { baseUrl }: Site,
  { claim, campaignName, merchantName }: { claim: Claim; campaignName: string; merchantName: string },
): MailContent {
  const about = `your missing-sale claim for order ID ${quoted(claim.externalId)} in ${quoted(campaignName)}`;
  const result =
    claim.state === "converted"
      ? `${quoted(merchantName)} has reviewed ${about} and recorded the order as your conversion:\n${baseUrl}/portal/conversions/${claim.conversionId}`
      : `${quoted(merchantName)} has replied to ${about}:\n\n${quotedLines(claim.answer ?? "")}\n\n${baseUrl}/portal/claims`;
  return { kind: "claim_answered", subject: "The merchant has replied to your missing-sale claim", text: result };
}

export const payoutReminderMail = (
  { baseUrl }: Site,
  { merchantName, amounts }: { merchantName: string; amounts: readonly Money[] },
): MailContent => ({
  kind: "payout_reminder",
  subject: "Add your payout details to get paid",
  text: `${quoted(merchantName)} has ${amounts.map((each) => `${moneyText(each)} ${each.currency}`).join(" and ")} ready for you, but you have not added payout details yet.

Add them here:
${baseUrl}/portal/profile`,
});

export const resetMail = ({ baseUrl }: Site, token: string): MailContent => ({
  kind: "password_reset",
  subject: "Choose a new password",
  text: `Someone, probably you, requested a new password. Choose one here within an hour:
${baseUrl}/reset/${token}

If it was not you, ignore this email. Your password has not changed.`,
});

export const addressCodeMail = (code: string): MailContent => ({
  kind: "address_verification",
  subject: `${code} is your code`,
  text: `Enter this code within an hour to verify your email address:

${code}

If you did not request it, ignore this email.`,
});

/** Contains nothing that was typed at sign-up: the address may belong to someone else. */
export const signUpCodeMail = (code: string): MailContent => ({
  kind: "address_verification",
  subject: `${code} is your code`,
  text: `Enter this code within an hour to create your account:

${code}

If you did not sign up, ignore this email.`,
});

/** Like `signUpCodeMail`. */
export const applicationCodeMail = (code: string): MailContent => ({
  kind: "address_verification",
  subject: `${code} is your code`,
  text: `Enter this code within an hour to send your application to an affiliate program:

${code}

If you did not apply, ignore this email.`,
});

export const knownApplicantMail = ({ baseUrl }: Site, slug: string): MailContent => ({
  kind: "address_verification",
  subject: "You already have an account",
  text: `Someone, probably you, applied to an affiliate program with this email address. You already have an account. Sign in to apply:
${baseUrl}/p/${slug}

If it was not you, ignore this email. Nothing has changed.`,
});

export const knownAddressMail = ({ baseUrl }: Site): MailContent => ({
  kind: "address_verification",
  subject: "You already have an account",
  text: `Someone, probably you, tried to sign up with this email address. You already have an account. Sign in here:
${baseUrl}/signin

If you forgot your password, choose a new one:
${baseUrl}/signin?forgot=yes

If it was not you, ignore this email. Nothing has changed.`,
});

export const payoutDetailsMail = ({ baseUrl }: Site, { removed }: { removed: boolean }): MailContent => ({
  kind: "payout_details_changed",
  subject: removed ? "Your payout details were removed" : "Your payout details have changed",
  text: `${removed ? "The account that receives your payouts was removed" : "The account that receives your payouts was changed"} in your profile.

If it was not you, change your password right away and check your profile:
${baseUrl}/portal/profile`,
});

export const passwordChangedMail = (settings: Site, at: Date): MailContent => ({
  kind: "password_changed",
  subject: "Your password was changed",
  text: `Your password was changed on ${minute(at)}. You have been signed out on your other devices.

${ifItWasNotYou(settings)}`,
});

export const resetDoneMail = (settings: Site, { by, at }: { by: "mail" | "operator"; at: Date }): MailContent => ({
  kind: "password_changed",
  subject: "Your password was reset",
  text: `Your password was reset on ${minute(at)} ${
    by === "mail" ? "with a link from an email" : "by the operator of this server"
  }. You have been signed out everywhere, and two-factor authentication has been turned off.

${ifItWasNotYou(settings)}`,
});

const secondFactorWords = {
  on: ["Two-factor authentication was enabled", "You now need a code after your password to sign in."],
  off: ["Two-factor authentication was disabled", "You now sign in with your password only."],
  codes: ["New recovery codes were created", "The old ones no longer work."],
} as const;

export function secondFactorMail(
  settings: Site,
  { what, at }: { what: keyof typeof secondFactorWords; at: Date },
): MailContent {
  const [subject, meaning] = secondFactorWords[what];
  return {
    kind: "second_factor_changed",
    subject,
    text: `${subject} on ${minute(at)}. ${meaning}

${ifItWasNotYou(settings)}`,
  };
}

/**
 * A reset ends all sessions and turns off two-factor authentication, so an attacker who turned it on cannot lock the
 * person out.
 */
const ifItWasNotYou = ({ baseUrl }: Site): string => `If it was not you, reset your password by email right away:
${baseUrl}/signin?forgot=yes`;

const minute = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
