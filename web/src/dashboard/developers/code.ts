export interface SnippetFacts {
  readonly origin: string;
  readonly campaignId: string;
  readonly affiliateCode: string | undefined;
  /** Prefix and last four of a key: enough to recognise it. */
  readonly key: { readonly prefix: string; readonly last_four: string } | null;
}

export const keyLine = (facts: SnippetFacts): string =>
  facts.key
    ? `export TRIBUTARY_API_KEY=${facts.key.prefix}…${facts.key.last_four}   # put in the whole key that begins and ends like this`
    : "export TRIBUTARY_API_KEY=sk_live_…   # create a key first";

export const trackByCode = (facts: SnippetFacts): string =>
  [
    `curl ${facts.origin}/v1/conversions \\`,
    '  -H "Authorization: Bearer $TRIBUTARY_API_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify({
      campaign_id: facts.campaignId,
      affiliate_code: facts.affiliateCode ?? "THE_AFFILIATE_CODE",
      external_id: "order-1001",
      amount: 49.99,
      currency: "EUR",
    })}'`,
  ].join("\n");

export const trackByClick = (facts: SnippetFacts): string => `// In your backend, when an order is paid.
// serviceId is the value of the visitor's service_id cookie.
await fetch("${facts.origin}/v1/conversions", {
  method: "POST",
  headers: {
    "Authorization": \`Bearer \${process.env.TRIBUTARY_API_KEY}\`,
    "Content-Type": "application/json",
  },
  body: JSON.stringify({
    campaign_id: "${facts.campaignId}",
    click_id: serviceId,
    external_id: order.id,
    amount: order.total,
    currency: order.currency,
  }),
});`;

export const pageTag = (facts: SnippetFacts): string => `<script src="${facts.origin}/t.js" defer></script>`;

export const verifySignature = (): string => `import { createHmac, timingSafeEqual } from "node:crypto";

// header: the value of X-Service-Signature · body: the raw bytes as text, before any JSON parsing
export function isGenuine(header, body, secret) {
  const { t, v1 } = Object.fromEntries(header.split(",").map((part) => part.split("=")));
  const expected = createHmac("sha256", secret).update(\`\${t}.\${body}\`).digest("hex");
  const fresh = Math.abs(Date.now() / 1000 - Number(t)) <= 300;
  return fresh && v1?.length === expected.length && timingSafeEqual(Buffer.from(v1), Buffer.from(expected));
}`;
