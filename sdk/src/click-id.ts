/** The landing page's parameter and the shop's cookie have the same name. */
export const CLICK_COOKIE = "service_id";

const CLICK_ID = /^clk_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const DEFAULT_DAYS = 30;

export interface ClickCookieOptions {
  /** How long to keep it: the campaign's attribution window. Default: 30. */
  readonly days?: number;
  /** Shares it between hosts: `shop.example` covers www.shop.example and checkout.shop.example. */
  readonly domain?: string;
  /** False only for a shop on plain http, for example in development. */
  readonly secure?: boolean;
}

export function isClickId(text: unknown): text is string {
  return typeof text === "string" && CLICK_ID.test(text);
}

/** From a URL or its path; undefined if it contains no click ID. */
export function clickIdInUrl(url: string): string | undefined {
  const query = url.split("#", 1)[0]?.split("?").slice(1).join("?") ?? "";
  return newest(new URLSearchParams(query).getAll(CLICK_COOKIE));
}

/** From a Cookie header. */
export function clickIdInCookies(header: string | null | undefined): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim());
  return newest(
    pairs.filter((pair) => pair.startsWith(`${CLICK_COOKIE}=`)).map((pair) => pair.slice(CLICK_COOKIE.length + 1)),
  );
}

/** IDs are ordered by time, so the largest is the last click, which counts. */
function newest(ids: readonly string[]): string | undefined {
  const sorted = ids.filter(isClickId).sort();
  return sorted.findLast((id) => !isAhead(id)) ?? sorted.at(-1);
}

/**
 * The click that brought a visitor: the newer of the URL's and the cookie's. An ID from the future is forged, or this
 * machine's clock is far behind. It never replaces a plausible one, and any new one replaces it.
 */
export function lastClick(arrived: string | undefined, kept: string | undefined): string | undefined {
  if (arrived === undefined || kept === undefined) return arrived ?? kept;
  if (isAhead(kept)) return arrived;
  return isAhead(arrived) || kept > arrived ? kept : arrived;
}

const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const TIME_AT = "clk_".length;
const TIME_LENGTH = 10;
const TOLERANCE_MS = 86_400_000;

/** An ID starts with the milliseconds since 1970. Clocks may differ by a day. */
function isAhead(id: string): boolean {
  const digits = Array.from(id.slice(TIME_AT, TIME_AT + TIME_LENGTH), (digit) => DIGITS.indexOf(digit));
  const time = digits.reduce((sum, digit) => sum * DIGITS.length + digit, 0);
  // oxlint-disable-next-line house/no-ambient-clock -- a standalone library has no clock to inject
  return time > new Date().getTime() + TOLERANCE_MS;
}

/**
 * The value of a Set-Cookie header. HttpOnly, because only the shop's server needs it, to send it with the conversion.
 */
export function clickCookie(
  id: string,
  { days = DEFAULT_DAYS, domain, secure = true }: ClickCookieOptions = {},
): string {
  if (!isClickId(id)) throw new TypeError("Not a click ID.");
  const parts = [`${CLICK_COOKIE}=${id}`, `Max-Age=${Math.round(days * 86_400)}`, "Path=/", "HttpOnly", "SameSite=Lax"];
  if (secure) parts.push("Secure");
  if (domain !== undefined) parts.push(`Domain=${domain}`);
  return parts.join("; ");
}
