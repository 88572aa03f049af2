import type { Claim } from "../../domain/claim.ts";
import type { Letter } from "../../domain/mail.ts";
import type { Role } from "../../domain/person.ts";
import type { Settings } from "../context.ts";

/** What the mails say: short, plain text, each with the one thing to do next. */

type Place = Pick<Settings, "baseUrl">;

export const invitationLetter = (facts: {
  merchantName: string;
  campaignName: string;
  link: string;
  expiresAt: Date;
}): Letter => ({
  kind: "invitation",
  subject: `${facts.merchantName} invites you to ${facts.campaignName}`,
  text: `${facts.merchantName} invites you to become an affiliate of ${facts.campaignName}.

See what is offered, and accept if you like:
${facts.link}

The link is yours alone and works until ${minute(facts.expiresAt)}. If you do not want to take part, do nothing.`,
});

export const memberInvitationLetter = (facts: {
  accountName: string;
  role: Role;
  link: string;
  expiresAt: Date;
}): Letter => ({
  kind: "invitation",
  subject: `${facts.accountName} invites you to its account`,
  text: `You are invited to work in the account of ${facts.accountName}, as ${facts.role}.

See what that means, and accept if you like:
${facts.link}

The link is yours alone and works until ${minute(facts.expiresAt)}. If you do not want to take part, do nothing.`,
});

export const approvalLetter = (
  { baseUrl }: Place,
  facts: { merchantName: string; campaignName: string; campaignId: string },
): Letter => ({
  kind: "approval",
  subject: `You are approved for ${facts.campaignName}`,
  text: `${facts.merchantName} has approved you as an affiliate of ${facts.campaignName}. Your link counts from now on:
${baseUrl}/portal/campaigns/${facts.campaignId}`,
});

export function claimSettledLetter(
  { baseUrl }: Place,
  { claim, campaignName, merchantName }: { claim: Claim; campaignName: string; merchantName: string },
): Letter {
  const about = `your claim about the order ${claim.externalId} in ${campaignName}`;
  const result =
    claim.state === "converted"
      ? `${merchantName} has looked at ${about} and recorded the order as your conversion:\n${baseUrl}/portal/conversions/${claim.conversionId}`
      : `${merchantName} has answered ${about}:\n\n${claim.answer}\n\n${baseUrl}/portal/claims`;
  return { kind: "claim_answered", subject: `An answer to your claim in ${campaignName}`, text: result };
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

/** It ends all sessions and whatever second factor there is: what somebody else has set up does not lock the person out. */
const wonBack = ({ baseUrl }: Place): string => `If it was not you, choose a new password by mail at once:
${baseUrl}/signin?forgot=yes`;

const minute = (at: Date): string => `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
