import type { Claim } from "../../domain/claim.ts";
import type { Letter } from "../../domain/mail.ts";
import type { Role } from "../../domain/roles.ts";
import { inOneLine } from "../../domain/plain-text.ts";
import type { Settings } from "../context.ts";

/**
 * The emails: short plain text with one clear next step. Subjects are fixed, because they carry the operator's
 * reputation; text by other people appears only in the body, in quotes.
 */

const quoted = (words: string): string => `"${inOneLine(words).replaceAll('"', "'")}"`;
const quotedLines = (words: string): string => words.replaceAll(/^/gm, "> ");

type Place = Pick<Settings, "baseUrl">;

export const invitationLetter = (facts: {
  merchantName: string;
  campaignName: string;
  link: string;
  expiresAt: Date;
}): Letter => ({
  kind: "invitation",
  subject: "You have been invited to an affiliate program",
  text: `${quoted(facts.merchantName)} has invited you to become an affiliate of ${quoted(facts.campaignName)}.

Review the offer and accept it here:
${facts.link}

The link is for you only and works until ${minute(facts.expiresAt)}. If you are not interested, ignore this email.`,
});

export const memberInvitationLetter = (facts: {
  accountName: string;
  role: Role;
  link: string;
  expiresAt: Date;
}): Letter => ({
  kind: "invitation",
  subject: "You have been invited to an account",
  text: `You have been invited to the account ${quoted(facts.accountName)} as ${facts.role}.

Review the invitation and accept it here:
${facts.link}

The link is for you only and works until ${minute(facts.expiresAt)}. If you are not interested, ignore this email.`,
});

export const approvalLetter = (
  { baseUrl }: Place,
  facts: { merchantName: string; campaignName: string; campaignId: string },
): Letter => ({
  kind: "approval",
  subject: "You have been approved as an affiliate",
  text: `${quoted(facts.merchantName)} has approved you as an affiliate of ${quoted(facts.campaignName)}. Your link is now active:
${baseUrl}/portal/campaigns/${facts.campaignId}`,
});

export function claimSettledLetter(
  { baseUrl }: Place,
  { claim, campaignName, merchantName }: { claim: Claim; campaignName: string; merchantName: string },
): Letter {
  const about = `your claim about the order ${quoted(claim.externalId)} in ${quoted(campaignName)}`;
  const result =
    claim.state === "converted"
      ? `${quoted(merchantName)} has reviewed ${about} and recorded the order as your conversion:\n${baseUrl}/portal/conversions/${claim.conversionId}`
      : `${quoted(merchantName)} has answered ${about}:\n\n${quotedLines(claim.answer ?? "")}\n\n${baseUrl}/portal/claims`;
  return { kind: "claim_answered", subject: "Your missing-sale claim has been answered", text: result };
}

export const resetLetter = ({ baseUrl }: Place, token: string): Letter => ({
  kind: "password_reset",
  subject: "Choose a new password",
  text: `Somebody, probably you, has asked for a new password. Choose one here within an hour:
${baseUrl}/reset/${token}

If it was not you, do nothing: your password stays as it is.`,
});

export const addressCodeLetter = (code: string): Letter => ({
  kind: "address_verification",
  subject: `${code} is your code`,
  text: `Enter this code within an hour to verify your e-mail address:

${code}

If you did not ask for it, do nothing.`,
});

/** Contains nothing that was typed at sign-up: the address may belong to someone else. */
export const signUpCodeLetter = (code: string): Letter => ({
  kind: "address_verification",
  subject: `${code} is your code`,
  text: `Enter this code within an hour to create your account:

${code}

If you did not sign up, ignore this email.`,
});

export const knownAddressLetter = ({ baseUrl }: Place): Letter => ({
  kind: "address_verification",
  subject: "You already have an account",
  text: `Somebody, probably you, tried to sign up with this email address. You already have an account. Sign in here:
${baseUrl}/signin

If you forgot your password, choose a new one:
${baseUrl}/signin?forgot=yes

If it was not you, ignore this email. Nothing has changed.`,
});

export const payoutDetailsLetter = ({ baseUrl }: Place, { removed }: { removed: boolean }): Letter => ({
  kind: "payout_details_changed",
  subject: removed ? "Your payout details were removed" : "Your payout details have changed",
  text: `${removed ? "The account that your payouts go to was removed" : "The account that your payouts go to was changed"} in your profile.

If it was not you, choose a new password at once, and look at your profile:
${baseUrl}/portal/profile`,
});

export const passwordChangedLetter = (place: Place, at: Date): Letter => ({
  kind: "password_changed",
  subject: "Your password was changed",
  text: `On ${minute(at)} your password was changed, and your other sessions have ended.

${wonBack(place)}`,
});

export const resetDoneLetter = (place: Place, { by, at }: { by: "mail" | "operator"; at: Date }): Letter => ({
  kind: "password_changed",
  subject: "Your password was reset",
  text: `On ${minute(at)} your password was reset ${
    by === "mail" ? "by a link from your mailbox" : "by whoever runs this installation"
  }. All sessions have ended, and there is no second factor any more.

${wonBack(place)}`,
});

const secondFactorWords = {
  on: ["Your second factor was turned on", "From now on a code is asked for after your password."],
  off: ["Your second factor was turned off", "From now on your password alone is enough."],
  codes: ["New recovery codes were made", "Those from before no longer work."],
} as const;

export function secondFactorLetter(
  place: Place,
  { what, at }: { what: keyof typeof secondFactorWords; at: Date },
): Letter {
  const [subject, meaning] = secondFactorWords[what];
  return {
    kind: "second_factor_changed",
    subject,
    text: `${subject}, on ${minute(at)}. ${meaning}

${wonBack(place)}`,
  };
}

/**
 * A reset ends all sessions and removes the second factor, so one that an attacker set up cannot lock the person out.
 */
const wonBack = ({ baseUrl }: Place): string => `If it was not you, choose a new password by mail at once:
${baseUrl}/signin?forgot=yes`;

const minute = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
