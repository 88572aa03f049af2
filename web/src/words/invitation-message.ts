import type { Campaign } from "tributary-sdk";
import { planTerms, type CommissionPlan } from "tributary-sdk/plan";
import { exactTime } from "../format/dates.ts";
import { ruleText } from "./commission.ts";
import { planFormat } from "./plans.ts";

export type InvitedTo = Pick<Campaign, "name" | "commission_type" | "commission_value" | "currency"> & {
  readonly plan?: CommissionPlan | undefined;
};

/** A message stays short. The invitation page states all terms. */
const SENTENCES_MAX = 6;

interface Invitation {
  readonly merchant: string;
  /** The merchant's message. */
  readonly message: string;
  readonly link: string;
  readonly expiresAt: string;
}

export interface Message {
  readonly subject: string;
  readonly text: string;
}

/** The merchant can edit it. */
export const defaultMessage = (merchant: string, campaign: InvitedTo | undefined): string =>
  `Hi,\n\nI'd like to invite you to the ${merchant} affiliate program. ${earnings(campaign)}`;

/** A message to send along with an invitation link. */
export const invitationMessage = ({ merchant, message, link, expiresAt }: Invitation): Message => ({
  subject: `${merchant} has invited you`,
  text: [
    ...(message.trim() === "" ? [] : [message.trim()]),
    `Join here. It takes a minute:\n${link}`,
    `The link is valid until ${exactTime(expiresAt)}.`,
  ].join("\n\n"),
});

function earnings(campaign: InvitedTo | undefined): string {
  if (campaign === undefined) return "You earn commission on orders through your own link.";
  const { name, plan, currency } = campaign;
  if (!plan) return `With ${name}, you earn ${ruleText(campaign)} on each order through your own link.`;
  const terms = planTerms(plan, planFormat(currency));
  const told = terms.slice(0, SENTENCES_MAX).map((sentence) => `- ${sentence}`);
  const more = terms.length > SENTENCES_MAX ? "\n\nYou find all terms on the invitation page." : "";
  return `With ${name}, you earn commission on orders through your own link:\n\n${told.join("\n")}${more}`;
}

/** Opens the message in the reader's email app. */
export const mailtoHref = (address: string, { subject, text }: Message): string =>
  `mailto:${encodeURIComponent(address)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;
