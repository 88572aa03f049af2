/** Programs of a project that has installed the package: one that compiles, and one that must not. */
export const consumer = `
import { createTributary, isTributaryError, type Conversion, type WebhookEvent, verifyWebhook } from "tributary-sdk";
const tributary = createTributary({ baseUrl: "https://partners.example", apiKey: "sk_live_x" });
const stored = createTributary({ baseUrl: "https://partners.example", apiKey: "sk_live_x", outbox: "outbox" });
export const tracked = async (): Promise<string> => {
  const result = await stored.conversions.track({ campaign_id: "cmp_x", external_id: "1" });
  return result.queued ? result.id : result.status;
};
export const ids = async (): Promise<string[]> => {
  const found: string[] = [];
  for await (const conversion of tributary.conversions.all({ campaign_id: "cmp_x", status: "pending" }))
    found.push((conversion satisfies Conversion).id);
  return found;
};
export const commission = (event: WebhookEvent): number => (event.type === "conversion.approved" ? event.data.commission : 0);
export const first = (error: unknown): string | undefined =>
  isTributaryError(error, "duplicate_conversion") ? error.conversionId satisfies string : undefined;
export const verified: Promise<WebhookEvent> = verifyWebhook({ body: "", signature: null, secret: "" });
`;
export const wrong = `
import { createTributary } from "tributary-sdk";
const tributary = createTributary({ baseUrl: "https://partners.example", apiKey: "sk_live_x" });
void tributary.conversions.track({ campaign_id: "cmp_x", amount: "12" });
void tributary.conversions.list({ campaign_id: "cmp_x", status: "paid" });
void tributary.outbox.flush();
`;
