/** The parameter of the landing page and the cookie of the shop have the same name. */
export const CLICK_COOKIE = "service_id";

const CLICK_ID = /^clk_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const DEFAULT_DAYS = 30;

export interface ClickCookieOptions {
  /** How long to keep it: the campaign's attribution window. 30 unless given. */
  readonly days?: number;
  /** Shares it between hosts, such as `shop.example` for www.shop.example and checkout.shop.example. */
  readonly domain?: string;
  /** False only for a shop on plain http, as in development. */
  readonly secure?: boolean;
}

export function isClickId(text: unknown): text is string {
  return typeof text === "string" && CLICK_ID.test(text);
}

/** From an address or its path; undefined when it carries none of ours. */
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

/** Ids are ordered by time, so the largest is the last click: it is the one that counts. */
export function newest(ids: readonly (string | undefined)[]): string | undefined {
  return ids.filter(isClickId).sort().at(-1);
}

/** The value of a Set-Cookie header. HttpOnly: only the shop's server needs it, to send it with the conversion. */
export function clickCookie(
  id: string,
  { days = DEFAULT_DAYS, domain, secure = true }: ClickCookieOptions = {},
): string {
  if (!isClickId(id)) throw new TypeError("Not a click id.");
  const parts = [`${CLICK_COOKIE}=${id}`, `Max-Age=${Math.round(days * 86_400)}`, "Path=/", "HttpOnly", "SameSite=Lax"];
  if (secure) parts.push("Secure");
  if (domain !== undefined) parts.push(`Domain=${domain}`);
  return parts.join("; ");
}
