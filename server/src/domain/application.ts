import { PAGE_SLUG_MAX, PAGE_SLUG_MIN, WEBSITE_MAX } from "tributary-sdk/limits";
import type { CampaignStatus } from "./campaign.ts";
import type { AccountId, CampaignId } from "./ids.ts";
import { isStorable } from "./values/plain-text.ts";

/** The public page of a campaign, where people apply. */
export interface ApplicationPage {
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  /** Unique in the installation. */
  readonly slug: string;
  readonly isOpen: boolean;
}

/** What an applicant writes, as a basis for the merchant's decision. */
export interface Application {
  readonly name: string;
  /** An https URL. */
  readonly website: string;
  readonly audience: string;
  readonly note: string;
}

export interface SentApplication extends Application {
  readonly appliedAt: Date;
}

/** For the person's data download. */
export interface OwnApplication extends SentApplication {
  readonly campaignId: CampaignId;
}

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

export const pageSlugRule = {
  text: `${PAGE_SLUG_MIN} to ${PAGE_SLUG_MAX} lower-case letters and digits, with single hyphens between them`,
  holds: (text: string): boolean => text.length >= PAGE_SLUG_MIN && text.length <= PAGE_SLUG_MAX && SLUG.test(text),
};

/** Addresses to suggest for the page of a campaign, best first. */
export function suggestedSlugs(campaignSlug: string): string[] {
  const base = campaignSlug.slice(0, PAGE_SLUG_MAX - 3).replace(/-+$/, "");
  const first = base.length < PAGE_SLUG_MIN ? `${base}-partners` : base;
  return [first, ...[2, 3, 4, 5, 6, 7, 8, 9].map((number) => `${first}-${number}`)];
}

/** A paused or archived campaign accepts nobody, even if its page is open. */
export const acceptsApplications = ({ isOpen }: ApplicationPage, status: CampaignStatus): boolean =>
  isOpen && status === "active";

/** Accepts `example.com/me` as well as a full URL. Returns undefined for anything else. */
export function websiteOf(typed: string): string | undefined {
  const trimmed = typed.trim();
  const text = /^[a-z][a-z\d+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  // The URL parser silently drops blanks and control characters, but the link must lead where it says.
  if (!isStorable(text) || !/^https:\/\/[^\s\\\p{C}]+$/iu.test(text) || !URL.canParse(text)) return undefined;
  const { href, hostname, username, password } = new URL(text);
  const isPublic = /\.[\p{L}\d-]*\p{L}[\p{L}\d-]*\.?$/u.test(hostname);
  if (!isPublic || username !== "" || password !== "") return undefined;
  const website = href.endsWith("/") && !text.endsWith("/") ? href.slice(0, -1) : href;
  return website.length <= WEBSITE_MAX ? website : undefined;
}
