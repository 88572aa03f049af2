/** The click ID that `t.js` finds in the address of the landing page. */
export const CLICK_FIELD = "service_id";

/** The click ID in the query of a URL or path. */
export function clickInUrl(url: string | null): string | null {
  if (url === null) return null;
  const query = /\?([^#]*)/.exec(url)?.[1] ?? "";
  return new URLSearchParams(query).get(CLICK_FIELD)?.trim() || null;
}
