import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";

const PERMISSIONS_POLICY =
  "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), serial=(), usb=(), browsing-topics=()";

/** No external sources, no inline code, no framing. */
const policy = {
  defaultSrc: ["'self'"],
  imgSrc: ["'self'", "data:"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/**
 * The headers of every response. They are the same for all, so Helmet computes them once: for each request it would
 * take longer than reading a row.
 */
export function securityHeaders(baseUrl: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { "permissions-policy": PERMISSIONS_POLICY };
  const response = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader: () => {},
  };
  const apply = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    // Only for https, and never for subdomains.
    hsts: baseUrl.startsWith("https:") ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    xFrameOptions: { action: "deny" },
  });
  apply({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw new Error("Helmet refused its options.", { cause: error });
  });
  return headers;
}
