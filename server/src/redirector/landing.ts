import type { ClickId } from "../domain/ids.ts";

/** The parameter of the landing page and the name of the cookie. */
export const CLICK_PARAMETER = "service_id";

/** Where a customer is sent: split at the place where the click id goes, so that an answer only joins three texts. */
export interface Landing {
  /** Without a click id. */
  readonly plain: string;
  readonly beforeId: string;
  readonly afterId: string;
  readonly url: URL;
  /** As the merchant wrote it. */
  readonly target: string;
}

export function landingOf(targetUrl: string): Landing {
  return split(new URL(targetUrl), targetUrl);
}

/**
 * A page of the target's own site. Whatever leads elsewhere (another host, scheme or port, credentials) is ignored, and
 * the customer goes to the target itself: an affiliate must not be able to send the merchant's customers away.
 */
export function deepLanding(target: Landing, to: string): Landing {
  if (!URL.canParse(to, target.url.href)) return target;
  const url = new URL(to, target.url);
  // Not by `origin`: a blob: address has the origin of whoever made it.
  const sameSite = url.protocol === target.url.protocol && url.host === target.url.host;
  if (!sameSite || url.username !== "" || url.password !== "") return target;
  return split(url, target.target);
}

export const landingWith = (landing: Landing, id: ClickId): string => landing.beforeId + id + landing.afterId;

/** Cut by hand and not by `searchParams`, which would write the merchant's other parameters anew (`%20` as `+`, `?a` as `?a=`). */
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
