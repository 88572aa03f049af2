import { z } from "zod";

const text = (description: string, example: string) => z.string().describe(description).meta({ example });
const number = (description: string, example: number) => z.number().describe(description).meta({ example });
const time = (description: string) => text(description, "2026-03-01T13:00:00.000Z").meta({ format: "date-time" });

const conversionFields = {
  id: text("The conversion's id.", "conv_01kjmma2g0e5wv8jbtb0wq4xkh"),
  campaign_id: text("The campaign's id.", "cmp_01kjmm8xk8f9t9gdm1ph0g7p5z"),
  affiliate_id: text("The affiliate's id.", "aff_01kjmm9b6re3p8n0hj3m7z5q2v"),
  amount: number("What the customer paid, in major units.", 49.99),
  commission: number("What the affiliate earns, in major units.", 5),
  external_id: text("Your own order or transaction id.", "order-1042"),
};
const affiliateFields = {
  affiliation_id: text("This affiliate in this campaign.", "afn_01kjmm9b6rf2w5x8c4v7b0n3qd"),
  affiliate_id: text("The affiliate's id.", "aff_01kjmm9b6re3p8n0hj3m7z5q2v"),
  campaign_id: text("The campaign's id.", "cmp_01kjmm8xk8f9t9gdm1ph0g7p5z"),
  affiliate_email: text("The affiliate's e-mail address.", "jo@blog.example"),
  affiliate_name: text("The affiliate's name.", "Jo"),
};
const reason = (description: string, example: string | null) =>
  z.string().nullable().describe(description).meta({ example });

const envelope = <const Type extends string, Data extends z.ZodObject>(type: Type, data: Data) =>
  z.object({
    id: text(
      "Names the event and stays the same however often it is sent: use it to handle duplicates.",
      "evt_01kjmma2g0f4hb4ddxjp2ss8nv",
    ),
    type: z.literal(type).describe("What happened."),
    created: z
      .number()
      .describe("When it happened, in Unix seconds.")
      .meta({ type: "integer", example: 1_772_366_400 }),
    data: data.describe("What it happened to, as it was at that moment."),
  });

/** The body of every delivery, by event type. */
export const eventSchemas = {
  "conversion.created": envelope(
    "conversion.created",
    z.object({ ...conversionFields, status: z.literal("pending").describe("It waits for approval.") }),
  ),
  "conversion.approved": envelope(
    "conversion.approved",
    z.object({
      ...conversionFields,
      status: z.literal("approved").describe("It was approved."),
      reason: reason("Always null here.", null),
    }),
  ),
  "conversion.rejected": envelope(
    "conversion.rejected",
    z.object({
      ...conversionFields,
      status: z.literal("rejected").describe("It was rejected."),
      reason: reason("Why, if somebody said so.", "refunded"),
    }),
  ),
  "affiliate.joined": envelope(
    "affiliate.joined",
    z.object({
      ...affiliateFields,
      status: z.enum(["active", "pending"]).describe("Pending in a private campaign, until you approve."),
    }),
  ),
  "affiliate.approved": envelope(
    "affiliate.approved",
    z.object({
      ...affiliateFields,
      status: z.literal("active").describe("The affiliate earns from now on."),
      affiliate_code: text("The code for tracking conversions.", "k7m2p9x4qa"),
      approved_at: time("When somebody approved."),
    }),
  ),
  "payout.created": envelope(
    "payout.created",
    z.object({
      payout_id: text("The payout's id.", "po_01kjmma2g0f3n6b9v2c5x8z1qd"),
      affiliate_id: affiliateFields.affiliate_id,
      affiliate_email: affiliateFields.affiliate_email,
      affiliate_name: affiliateFields.affiliate_name,
      amount: number("What is paid, in major units.", 128.4),
      currency: text("The currency of the amount.", "EUR"),
      status: z.literal("created").describe("It is not paid yet."),
      conversion_count: z.number().describe("How many conversions it pays.").meta({ type: "integer", example: 17 }),
      created_at: time("When it was made."),
    }),
  ),
  "webhook.test": envelope(
    "webhook.test",
    z.object({
      endpoint_id: text("The endpoint that was tried.", "whe_01kjmma2g0f8k3j6h9g2f5d4sa"),
      message: text("What this is.", "This is a test. Nothing has happened."),
    }),
  ),
};
export type EventName = keyof typeof eventSchemas;

const summaries: Readonly<Record<EventName, readonly [summary: string, description: string]>> = {
  "conversion.created": ["A conversion was tracked", "A new conversion was tracked. It waits for approval."],
  "conversion.approved": ["A conversion was approved", "Somebody approved it, or it was approved when it matured."],
  "conversion.rejected": [
    "A conversion was rejected",
    "In the dashboard or through the API. Restoring it to pending later sends nothing.",
  ],
  "affiliate.joined": ["An affiliate joined a campaign", "Somebody accepted an invitation."],
  "affiliate.approved": [
    "An affiliate was approved",
    "An affiliate who was waiting, or had been turned down before, was approved.",
  ],
  "payout.created": ["A payout was made", "A payout was made for an affiliate. It is not paid yet."],
  "webhook.test": ["An endpoint was tried", "Somebody tried the endpoint in the dashboard. Nothing else has happened."],
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
    "`t` is the time of signing in Unix seconds, `v1` the lower-case hexadecimal HMAC-SHA256 of `<t>.<raw body>` with the endpoint's secret as key. Compare in constant time and refuse what is older than 300 seconds. While a secret is being replaced there can be two `v1`: one must match.",
    "t=1772366400,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd",
  ),
  header("X-Service-Event", "The type of the event.", type),
  header("webhook-id", "The id of the event, for libraries of Standard Webhooks.", "evt_01kjmma2g0f4hb4ddxjp2ss8nv"),
  header("webhook-timestamp", "The time of signing in Unix seconds, for the same libraries.", "1772366400"),
  header(
    "webhook-signature",
    "The signature of the same libraries.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
];

/** The `webhooks` of the document: what Tributary sends to the endpoints of an account. */
export const webhooks = Object.fromEntries(
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
        description: "The event. Its bytes are the same at every attempt, and they are what is signed.",
        required: true,
        content: { "application/json": { schema } },
      },
      responses: {
        "2XX": { description: "Delivered. Answer quickly, and do the work afterwards." },
        default: {
          description:
            "Anything else, and no answer within 10 seconds, is a failure: sent again after 1, 5 and 30 minutes. Redirects are not followed.",
        },
      },
    };
    return [type, { post }];
  }),
);
