import { z } from "zod";

const text = (description: string, example: string) => z.string().describe(description).meta({ example });
const number = (description: string, example: number) => z.number().describe(description).meta({ example });
const time = (description: string) => text(description, "2026-03-01T13:00:00.000Z").meta({ format: "date-time" });

const conversionFields = {
  id: text("The conversion's ID.", "conv_01kjmma2g0e5wv8jbtb0wq4xkh"),
  campaign_id: text("The campaign's ID.", "cmp_01kjmm8xk8f9t9gdm1ph0g7p5z"),
  affiliate_id: text("The affiliate's ID.", "aff_01kjmm9b6re3p8n0hj3m7z5q2v"),
  amount: number("What the customer paid, in major units.", 49.99),
  commission: number("What the affiliate earns, in major units.", 5),
  external_id: text("Your order or transaction ID.", "order-1042"),
};
const affiliateFields = {
  affiliation_id: text("The affiliate's membership in this campaign.", "afn_01kjmm9b6rf2w5x8c4v7b0n3qd"),
  affiliate_id: text("The affiliate's ID.", "aff_01kjmm9b6re3p8n0hj3m7z5q2v"),
  campaign_id: text("The campaign's ID.", "cmp_01kjmm8xk8f9t9gdm1ph0g7p5z"),
  affiliate_email: text("The affiliate's email address.", "jo@blog.example"),
  affiliate_name: text("The affiliate's name.", "Jo"),
};
const reason = (description: string, example: string | null) =>
  z.string().nullable().describe(description).meta({ example });

const envelope = <const Type extends string, Data extends z.ZodObject>(type: Type, data: Data) =>
  z.object({
    id: text(
      "Identifies the event and is the same on every attempt. Use it to detect duplicates.",
      "evt_01kjmma2g0f4hb4ddxjp2ss8nv",
    ),
    type: z.literal(type).describe("The event type."),
    created: z
      .number()
      .describe("When it happened, in Unix seconds.")
      .meta({ type: "integer", example: 1_772_366_400 }),
    livemode: z
      .boolean()
      .describe("False in a test account, whose own clock `created` then carries.")
      .meta({ example: true }),
    data: data.describe("The object, as it was at that time."),
  });

/** The body of every delivery, by event type. */
export const eventSchemas = {
  "conversion.created": envelope(
    "conversion.created",
    z.object({ ...conversionFields, status: z.literal("pending").describe("Pending approval.") }),
  ),
  "conversion.approved": envelope(
    "conversion.approved",
    z.object({
      ...conversionFields,
      status: z.literal("approved").describe("Always approved."),
      reason: reason("Always null for this event.", null),
    }),
  ),
  "conversion.rejected": envelope(
    "conversion.rejected",
    z.object({
      ...conversionFields,
      status: z.literal("rejected").describe("Always rejected."),
      reason: reason("The reason, if one was given.", "refunded"),
    }),
  ),
  "conversion.adjusted": envelope(
    "conversion.adjusted",
    z.object({
      ...conversionFields,
      status: z.enum(["pending", "approved", "rejected"]).describe("The conversion's status."),
      refunded_amount: number("All refunds of the order that count.", 12.5),
      reason: reason("Why it was refunded, if a reason was given.", "Wrong size."),
    }),
  ),
  "affiliate.joined": envelope(
    "affiliate.joined",
    z.object({
      ...affiliateFields,
      status: z.enum(["active", "pending"]).describe("Pending in a private campaign until you approve the affiliate."),
    }),
  ),
  "affiliate.approved": envelope(
    "affiliate.approved",
    z.object({
      ...affiliateFields,
      status: z.literal("active").describe("The affiliate can now earn commissions."),
      affiliate_code: text("The affiliate's tracking code.", "k7m2p9x4qa"),
      approved_at: time("When the affiliate was approved."),
    }),
  ),
  "payout.created": envelope(
    "payout.created",
    z.object({
      payout_id: text("The payout's ID.", "po_01kjmma2g0f3n6b9v2c5x8z1qd"),
      affiliate_id: affiliateFields.affiliate_id,
      affiliate_email: affiliateFields.affiliate_email,
      affiliate_name: affiliateFields.affiliate_name,
      amount: number("The payout amount, in major units.", 128.4),
      currency: text("The currency of the amount.", "EUR"),
      status: z.literal("created").describe("Created, but not paid yet."),
      conversion_count: z
        .number()
        .describe("Number of conversions in the payout.")
        .meta({ type: "integer", example: 17 }),
      created_at: time("When the payout was created."),
    }),
  ),
  "webhook.test": envelope(
    "webhook.test",
    z.object({
      endpoint_id: text("The endpoint under test.", "whe_01kjmma2g0f8k3j6h9g2f5d4sa"),
      message: text("A note about this event.", "This is a test event. Nothing has changed."),
    }),
  ),
};
export type EventName = keyof typeof eventSchemas;

const summaries: Readonly<Record<EventName, readonly [summary: string, description: string]>> = {
  "conversion.created": ["A conversion was tracked", "A new conversion was tracked. It is pending approval."],
  "conversion.approved": [
    "A conversion was approved",
    "A conversion was approved in the dashboard, or automatically after its maturation period.",
  ],
  "conversion.rejected": [
    "A conversion was rejected",
    "A conversion was rejected in the dashboard or through the API. Restoring it to pending sends no event.",
  ],
  "conversion.adjusted": [
    "A conversion was adjusted",
    "A refund lowered the conversion's amount and commission, or a cancelled refund raised them again. Sent only to endpoints that subscribe to it.",
  ],
  "affiliate.joined": [
    "An affiliate joined a campaign",
    "An affiliate accepted an invitation, or applied on the campaign's public page.",
  ],
  "affiliate.approved": ["An affiliate was approved", "A pending or previously rejected affiliate was approved."],
  "payout.created": ["A payout was created", "A payout was created for an affiliate. It is not paid yet."],
  "webhook.test": ["A test event was sent", "Someone sent a test event from the dashboard. Nothing else has changed."],
};

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
});

const headersOf = (type: EventName) => [
  header(
    "X-Service-Signature",
    "`t` is the signing time in Unix seconds, `v1` is the lowercase hexadecimal HMAC-SHA256 of `<t>.<raw body>` with the endpoint's secret as key. Compare in constant time and reject signatures older than 300 seconds. During a secret rotation there can be two `v1` values: one must match.",
    "t=1772366400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
  ),
  header("X-Service-Event", "The event type.", type),
  header("webhook-id", "The event ID, for Standard Webhooks libraries.", "evt_01kjmma2g0f4hb4ddxjp2ss8nv"),
  header("webhook-timestamp", "The signing time in Unix seconds, for Standard Webhooks libraries.", "1772366400"),
  header(
    "webhook-signature",
    "The signature, for Standard Webhooks libraries.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

/**
 * The `webhooks` of the document: what Tributary sends to the endpoints of an account. A function, because describing
 * the events takes time, and most processes start without anyone asking for the document.
 */
export const webhooks = () =>
  Object.fromEntries(
    (Object.keys(eventSchemas) as EventName[]).map((type) => {
      const { $schema: _, ...schema } = z.toJSONSchema(eventSchemas[type]);
      const [summary, description] = summaries[type];
      const post = {
        operationId: type.replace(".", "_"),
        summary,
        description,
        tags: ["Webhooks"],
        security: [],
        parameters: headersOf(type),
        requestBody: {
          description: "The event. These exact bytes are signed, and they are the same on every attempt.",
          required: true,
          content: { "application/json": { schema } },
        },
        responses: {
          "2XX": { description: "Delivered. Respond quickly, and do the work afterwards." },
          default: {
            description:
              "Any other status, or no response within 10 seconds, counts as a failure and is retried after 1, 5 and 30 minutes. Redirects are not followed.",
          },
        },
      };
      return [type, { post }];
    }),
  );
