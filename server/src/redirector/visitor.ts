import { clickTimeMs } from "../domain/click.ts";
import { parseId, type ClickId } from "../domain/ids.ts";
import { CLICK_PARAMETER } from "./landing.ts";

/** How long a visitor who follows the same link again is still the same visit. */
export const SAME_VISIT_MS = 3_600_000;
const COOKIES_MAX = 4;
const SUB_MAX = 100;

/**
 * Search engines and the fetchers of link previews, by the names they give themselves. Short on purpose: general lists
 * also name HTTP libraries and headless browsers, which shops' own tests and some real customers come with.
 */
const CRAWLERS = new RegExp(
  [
    "Googlebot|AdsBot-Google|Mediapartners-Google|Storebot-Google|GoogleOther|Google-InspectionTool|FeedFetcher-Google",
    "bingbot|BingPreview|DuckDuckBot|Baiduspider|YandexBot|YandexAccessibilityBot|Applebot|Yahoo! Slurp|PetalBot|SeznamBot",
    "facebookexternalhit|facebookcatalog|meta-externalagent|Twitterbot|LinkedInBot|Slackbot|Slack-ImgProxy|Discordbot",
    "TelegramBot|^WhatsApp/|Pinterestbot|redditbot|SkypeUriPreview|vkShare|Embedly|Iframely|Mastodon/|Bluesky Cardyb",
    "AhrefsBot|SemrushBot|MJ12bot|DotBot|GPTBot|OAI-SearchBot|ClaudeBot|CCBot|PerplexityBot|Bytespider|Amazonbot|archive\\.org_bot",
  ].join("|"),
  "i",
);

/** Agents repeat from request to request: the pattern is walked once for each. */
const known = new Map<string, boolean>();
const KNOWN_MAX = 2_000;
const AGENT_MAX = 512;

export function isCrawler(agent: string | undefined): boolean {
  if (agent === undefined || agent === "") return false;
  const key = agent.slice(0, AGENT_MAX);
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size >= KNOWN_MAX) known.clear();
  const crawler = CRAWLERS.test(key);
  known.set(key, crawler);
  return crawler;
}

/** A browser that loads a page in case somebody goes there. If they do, it asks again. */
export function isPrefetch(purpose: string | undefined): boolean {
  return purpose !== undefined && /prefetch|prerender|preview/i.test(purpose);
}

/** The click ids that a visitor presents and that may be young enough to keep; whether they are real is for the database to say. */
export function recentClickIds(cookies: string | undefined, nowMs: number): ClickId[] {
  if (cookies === undefined || !cookies.includes(CLICK_PARAMETER)) return [];
  const ids: ClickId[] = [];
  for (const pair of cookies.split(";", 100)) {
    const [name, value = ""] = pair.trim().split("=", 2);
    const id = name === CLICK_PARAMETER ? parseId("click", value) : undefined;
    if (!id || ids.length >= COOKIES_MAX) continue;
    const age = nowMs - clickTimeMs(id);
    if (age >= 0 && age < SAME_VISIT_MS) ids.push(id);
  }
  return ids;
}

/** What the affiliate wrote into the link to tell their own placements apart, as text that the database can hold. */
export function subOf(given: string | null): string | null {
  if (given === null || given === "") return null;
  const clean = given
    .slice(0, 2 * SUB_MAX + 2)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "");
  return Array.from(clean).slice(0, SUB_MAX).join("") || null;
}
