import { errorTexts } from "../../domain/errors.ts";
import { refusalsOf } from "../openapi/refusals.ts";
import { guides, type GuideName } from "./guides.ts";

/** For AI assistants and other programs: what exists, where to read more, and the most common mistakes. */
export function llmsText(baseUrl: string, served: readonly GuideName[]): string {
  const codes = [...new Set(Object.values(refusalsOf).flat())].sort();
  return `# Tributary

> Self-hosted affiliate tracking. A merchant creates campaigns, affiliates join by invitation, customers follow their
> links, and the merchant's backend reports each order once. This is the installation at ${baseUrl}.

- API: ${baseUrl}/v1, JSON, \`Authorization: Bearer sk_live_…\`. Keys and webhook endpoints are created in the dashboard.
- Amounts are decimal numbers in major units (49.99). Times are ISO 8601 in UTC. Success is always status 200.
- IDs are strings with a prefix: \`cmp_\` campaign, \`aff_\` affiliate, \`conv_\` conversion, \`clk_\` click, \`evt_\` event.

## Reference

- [OpenAPI 3.1](${baseUrl}/openapi.json): every operation, field, error and webhook, with examples
- [The same as a web page](${baseUrl}/docs)
- [The SDK](${baseUrl}/sdk.tgz): \`npm install ${baseUrl}/sdk.tgz\`, always this server's version
- [verify-statement.mjs](${baseUrl}/verify-statement.mjs): verifies a signed statement with Node.js alone
${served.map((name) => `- [${name}.md](${baseUrl}/docs/${name}.md): ${guides[name].about}`).join("\n")}

## Tracking an order

1. The affiliate's link \`${baseUrl}/r/CODE\` redirects to the shop and adds \`?service_id=clk_…\` to the URL.
2. The shop stores that ID with the middleware of \`npm install ${baseUrl}/sdk.tgz\`, or with \`<script src="${baseUrl}/t.js" defer></script>\`.
3. When the order is paid, the shop's backend sends \`POST /v1/conversions\`:

    {"campaign_id":"cmp_…","click_id":"clk_…","affiliate_code":"optional","external_id":"order-1001","amount":49.99,"currency":"EUR"}

\`click_id\` or \`affiliate_code\` is required; send both if you have both. Each \`external_id\` counts only once, so the request
is safe to retry: a duplicate returns 400 \`duplicate_conversion\` with the \`conversion_id\` of the first. For refunds, use
\`POST /v1/conversions/{id}/reject\` until the maturation period ends.

Merchants with Stripe, Shopify, WooCommerce, Paddle or Lemon Squeezy need no backend: a connector receives the provider's webhooks.
Report an order through a connector or through the API, never both. See [connectors.md](${baseUrl}/docs/connectors.md).

## Receiving webhooks

The header \`X-Service-Signature: t=UNIX_SECONDS,v1=HEX\` contains the HMAC-SHA256 of \`t + "." + raw body\` with the whole secret
(\`whsec_…\`) as key. Compare in constant time, reject signatures older than 300 seconds, respond with 2xx within 10 seconds, and
handle duplicates by the event's \`id\`. Failed deliveries are retried after 1, 5 and 30 minutes.

## Errors

The body is \`{"error": sentence, "code": code, "request_id": id}\`. Branch on \`code\`. Retry 429 and 503 after \`Retry-After\`
seconds. Creating a campaign and inviting an affiliate are not safe to retry after a lost response.

${codes.map((code) => `- \`${code}\`: ${errorTexts[code]}`).join("\n")}

## Limits

- 100 requests per minute per key: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\`, \`X-RateLimit-Reset\` (Unix seconds)
- Up to 25 active keys per account. By default, all of them together can send up to 2,500 requests per minute
- Page size: 50 by default, 100 at most. Request bodies: 64 KiB
- Invitations expire after 7 days. Attribution window: 30 days by default, up to 365. Maturation: 7 days by default, up to 365
- Names 120 characters, \`external_id\` 255, rejection reason 500, amounts up to 1,000,000,000
`;
}
