import type { ClickId } from "../domain/ids.ts";

/** The parameter of the landing page and the name of the cookie. */
export const CLICK_PARAMETER = "service_id";

/** A redirect target, split where the click ID goes, so that a response only joins three strings. */
export interface Landing {
  /** Without a click ID. */
  readonly plain: string;
  readonly beforeId: string;
  readonly afterId: string;
  readonly url: URL;
  /** As the merchant entered it. */
  readonly target: string;
}

export function landingOf(targetUrl: string): Landing {
  return split(new URL(targetUrl), targetUrl);
}

/**
 * A page on the target's own site. Anything else (another host, scheme or port, credentials) is ignored, and the
 * customer goes to the target itself: an affiliate must not be able to send the merchant's customers elsewhere.
 */
export function deepLanding(target: Landing, to: string): Landing {
  if (!URL.canParse(to, target.url.href)) return target;
  const url = new URL(to, target.url);
  // Not by `origin`: a blob: URL has the origin of its creator.
  const sameSite = url.protocol === target.url.protocol && url.host === target.url.host;
  if (!sameSite || url.username !== "" || url.password !== "") return target;
  return split(url, target.target);
}

export const landingWith = (landing: Landing, id: ClickId): string => landing.beforeId + id + landing.afterId;

/**
 * Split by hand, because `searchParams` would rewrite the merchant's other parameters (`%20` as `+`, `?a` as `?a=`).
 */
function split(url: URL, target: string): Landing {
  const query = url.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && !isClickParameter(pair))
    .join("&");
  const page = url.origin + url.pathname;
  const plain = query === "" ? page : `${page}?${query}`;
  return {
    plain: plain + url.hash,
    beforeId: `${plain}${query === "" ? "?" : "&"}${CLICK_PARAMETER}=`,
    afterId: url.hash,
    url,
    target,
  };
}

function isClickParameter(pair: string): boolean {
  return new URLSearchParams(pair).has(CLICK_PARAMETER);
}
