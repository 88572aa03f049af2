import type { LinkRequest } from "../system/exchange.ts";

/** The headers that a redirect looks at. */
export interface VisitHeaders {
  cookie: string | undefined;
  agent: string | undefined;
  purpose: string | undefined;
}

/**
 * Picked from the raw list: `request.headers` would first turn all of a browser's fifteen or so headers into an object.
 * Only three matter here, and two of them are mostly absent.
 */
export function visitHeaders({ rawHeaders }: LinkRequest): VisitHeaders {
  const found: VisitHeaders = { cookie: undefined, agent: undefined, purpose: undefined };
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    const value = rawHeaders[at + 1] ?? "";
    // The length rules out nearly all other headers cheaply.
    if (name.length === 6 && name.toLowerCase() === "cookie")
      found.cookie = found.cookie === undefined ? value : `${found.cookie}; ${value}`;
    else if (name.length === 10 && name.toLowerCase() === "user-agent") found.agent ??= value;
    else if (name.length === 11 && name.toLowerCase() === "sec-purpose") found.purpose = value;
    else if (name.length === 7 && name.toLowerCase() === "purpose") found.purpose ??= value;
  }
  return found;
}
