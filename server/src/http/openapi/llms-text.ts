import { errorTexts } from "../../domain/errors.ts";
import { refusalsOf } from "./refusals.ts";

/** The guides that this installation serves, by file name in docs/. */
export const recipes = {
  "tracking.md": "how a click id gets from an affiliate's link to the shop's backend, four ways",
  "webhooks.md": "events, signatures, retries, receivers in four languages",
  "sdk.md": "the JavaScript client: calls, retries, errors",
} as const;

/** For AI assistants and other programs: what exists, where to read more, and the most common mistakes. */
export function llmsText(baseUrl: string, served: readonly (keyof typeof recipes)[]): string {
  const codes = [...new Set(Object.values(refusalsOf).flat())].sort();
  return `# Tributary

> Self-hosted affiliate tracking. A merchant creates campaigns, affiliates join by invitation, customers follow their
> links, and the merchant's backend reports each order once. This is the installation at ${baseUrl}.

- API: ${baseUrl}/v1, JSON, \`Authorization: Bearer sk_live_…\`. Keys and webhook endpoints are made in the dashboard.
- Amounts are decimal numbers in major units (49.99). Times are ISO 8601 in UTC. Success is always status 200.
- Ids are prefixed text: \`cmp_\` campaign, \`aff_\` affiliate, \`conv_\` conversion, \`clk_\` click, \`evt_\` event.

## Reference

- [OpenAPI 3.1](${baseUrl}/openapi.json): every operation, field, error and webhook, with examples
- [The same for people](${baseUrl}/docs)
${served.map((file) => `- [${file}](${baseUrl}/docs/${file}): ${recipes[file]}`).join("\n")}

## Tracking an order

1. The affiliate's link \`${baseUrl}/r/CODE\` leads to the shop with \`?service_id=clk_…\` in the address.
2. The shop keeps that id: with the middleware of \`npm install tributary-sdk\`, or with \`<script src="${baseUrl}/t.js" defer></script>\`.
3. When the order is paid, the shop's backend calls \`POST /v1/conversions\`:

    {"campaign_id":"cmp_…","click_id":"clk_…","affiliate_code":"optional","external_id":"order-1001","amount":49.99,"currency":"EUR"}

\`click_id\` or \`affiliate_code\` is needed; send both when you have both. \`external_id\` is counted once for ever, so the call
may be repeated: a repetition answers 400 \`duplicate_conversion\` with the \`conversion_id\` of the first. Refunds:
\`POST /v1/conversions/{id}/reject\`, until the conversion has matured.

## Receiving webhooks

The header \`X-Service-Signature: t=UNIX_SECONDS,v1=HEX\` holds the HMAC-SHA256 of \`t + "." + raw body\` with the whole secret
(\`whsec_…\`) as key. Compare in constant time, refuse what is older than 300 seconds, answer 2xx within 10 seconds, and
handle duplicates by the event's \`id\`. Failed deliveries are repeated after 1, 5 and 30 minutes.

## Errors

The body is \`{"error": sentence, "code": code, "request_id": id}\`. Decide by \`code\`. Repeat 429 and 503 after \`Retry-After\`
seconds; creating a campaign and inviting are not safe to repeat after a lost answer.

${codes.map((code) => `- \`${code}\`: ${errorTexts[code]}`).join("\n")}

## Limits

- 100 requests per minute and key: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\`, \`X-RateLimit-Reset\` (Unix seconds)
- An account has up to 25 active keys and, unless its operator says otherwise, sends up to 1,000 requests per minute over all of them
- Pages: 50 items unless given, 100 at most. Bodies: 64 KiB
- Invitations last 7 days. Attribution window: 30 days unless given, up to 365. Maturation: 7 days unless given, up to 365
- Names 120 characters, \`external_id\` 255, rejection reason 500, amounts up to 1,000,000,000
`;
}
