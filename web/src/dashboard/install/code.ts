/** The values to fill into the examples. */
export interface InstallFacts {
  readonly origin: string;
  readonly campaignId: string;
  readonly currency: string;
  /** A click of the last minutes. */
  readonly clickId: string | undefined;
  /** A key that was created on this page, and that nobody can see again. */
  readonly key: string | undefined;
  /** The start and end of an existing key: enough to recognize it. */
  readonly knownKey: { readonly prefix: string; readonly last_four: string } | null;
}

export const pageTag = ({ origin }: Pick<InstallFacts, "origin">): string =>
  `<script src="${origin}/t.js" defer></script>`;

export const installSdk = ({ origin }: Pick<InstallFacts, "origin">): string => `npm install ${origin}/sdk.tgz`;

export const middleware = (): string => `import { expressClicks } from "tributary-sdk";

app.use(expressClicks());`;

export function keyLine({ key, knownKey }: Pick<InstallFacts, "key" | "knownKey">): string {
  const shown = key ?? (knownKey ? `${knownKey.prefix}…${knownKey.last_four}` : "sk_live_…");
  return `export TRIBUTARY_KEY=${shown}${key === undefined && knownKey ? "  # your key that ends like this" : ""}`;
}

export const orderInNode = ({
  origin,
  campaignId,
  currency,
}: InstallFacts): string => `import { clickIdOf, createTributary } from "tributary-sdk";

const tributary = createTributary({
  baseUrl: "${origin}",
  apiKey: process.env.TRIBUTARY_KEY,
});

// Call this when an order is paid.
export async function orderPaid(request, order) {
  const clickId = clickIdOf(request);
  if (clickId === undefined) return undefined; // no affiliate
  return tributary.conversions.track({
    campaign_id: "${campaignId}",
    click_id: clickId,
    external_id: order.id,
    amount: order.total,
    currency: "${currency}",
  });
}`;

export const orderInPhp = ({ origin, campaignId, currency }: InstallFacts): string => `<?php
// Call this when an order is paid.
function order_paid(string $orderId, float $total): ?string
{
    $clickId = $_COOKIE['service_id'] ?? null;
    if ($clickId === null) return null; // no affiliate
    $context = stream_context_create(['http' => [
        'method' => 'POST',
        'header' => "Content-Type: application/json\\r\\nAuthorization: Bearer " . getenv('TRIBUTARY_KEY'),
        'content' => json_encode([
            'campaign_id' => '${campaignId}',
            'click_id' => $clickId,
            'external_id' => $orderId,
            'amount' => $total,
            'currency' => '${currency}',
        ]),
        'ignore_errors' => true,
    ]]);
    return file_get_contents('${origin}/v1/conversions', false, $context);
}`;

export const orderInPython = ({ origin, campaignId, currency }: InstallFacts): string => `import json
import os
import urllib.request


def order_paid(cookies, order_id, total):
    """Call this when an order is paid."""
    click_id = cookies.get("service_id")
    if click_id is None:
        return None  # no affiliate
    body = {
        "campaign_id": "${campaignId}",
        "click_id": click_id,
        "external_id": order_id,
        "amount": total,
        "currency": "${currency}",
    }
    request = urllib.request.Request(
        "${origin}/v1/conversions",
        data=json.dumps(body).encode(),
        headers={
            "Authorization": "Bearer " + os.environ["TRIBUTARY_KEY"],
            "Content-Type": "application/json",
        },
    )
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)`;

export const orderByCurl = ({ origin, campaignId, currency, clickId }: InstallFacts): string =>
  [
    `curl ${origin}/v1/conversions \\`,
    '  -H "Authorization: Bearer $TRIBUTARY_KEY" \\',
    '  -H "Content-Type: application/json" \\',
    `  -d '${JSON.stringify({
      campaign_id: campaignId,
      click_id: clickId ?? "clk_THE_CLICK_ID",
      external_id: "test-order-1",
      amount: 49.99,
      currency,
    })}'`,
  ].join("\n");
