import { BoundedMap } from "../domain/bounded-map.ts";

/**
 * Search engines and link preview fetchers, by the names they send. Short on purpose: general lists also include HTTP
 * libraries and headless browsers, which shops' own tests and some real customers use.
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

/** User agents repeat, so each is matched once. */
const known = new BoundedMap<string, boolean>(2_000);
const AGENT_MAX = 512;

export function isCrawler(agent: string | undefined): boolean {
  if (agent === undefined || agent === "") return false;
  const key = agent.slice(0, AGENT_MAX);
  const found = known.get(key);
  if (found !== undefined) return found;
  const crawler = CRAWLERS.test(key);
  known.set(key, crawler);
  return crawler;
}
