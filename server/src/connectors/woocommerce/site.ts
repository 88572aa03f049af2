import type { ExactFields } from "../shared/exact-fields.ts";
import { ReceiptProblem, type StoredReceipt } from "../shared/provider.ts";

/** Order numbers are unique within a site only. A network of sites can have them in directories of one host. */
export interface Site {
  readonly host: string;
  /** Empty, or `/de`. */
  readonly path: string;
}

export const siteText = ({ host, path }: Site): string => host + path;

/** From an address as people write it. */
export function parseSite(text: string): string | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && url.host !== "" ? siteText({ host: url.host, path: withoutSlash(url.pathname) }) : undefined;
}

const withoutSlash = (path: string): string => path.replace(/\/+$/, "");

/** The body names the site too, and it is signed. */
export function siteOf(order: ExactFields, { headers }: StoredReceipt): Site {
  const [self] = order.optionalObject("_links")?.list("self") ?? [];
  const own = urlOf(self?.optionalText("href"));
  const source = urlOf(headers["x-wc-webhook-source"]);
  const { host } = own ?? source ?? { host: "" };
  if (host === "") throw new ReceiptProblem("The header X-WC-Webhook-Source must be the address of the shop.");
  const path = (own && pathOfResource(own)) ?? (source?.host === host ? source.pathname : "");
  return { host, path: withoutSlash(path) };
}

const urlOf = (address: string | null | undefined): URL | undefined =>
  address && URL.canParse(address) ? new URL(address) : undefined;

/** `/de` of `/de/wp-json/wc/v3/orders/1`, or of `/de/index.php?rest_route=/wc/v3/orders/1`. */
function pathOfResource({ pathname, searchParams }: URL): string | undefined {
  if (searchParams.has("rest_route")) return pathname.replace(/index\.php$/, "");
  return /^(.*)\/[^/]+\/wc\/v\d+\/orders\//.exec(pathname)?.[1];
}
