import type { Campaign } from "tributary-sdk";
import { exactTime } from "../format/dates.ts";
import { ruleText } from "./commission.ts";

export type InvitedTo = Pick<Campaign, "name" | "commission_type" | "commission_value" | "currency">;

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

const earnings = (campaign: InvitedTo | undefined): string =>
  campaign === undefined
    ? "You earn a commission on each order through your own link."
    : `With ${campaign.name}, you earn ${ruleText(campaign)} on each order through your own link.`;

/** Opens the message in the reader's email app. */
export const mailtoHref = (address: string, { subject, text }: Message): string =>
  `mailto:${encodeURIComponent(address)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`;
