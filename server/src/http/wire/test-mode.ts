import { z } from "zod";
import { providerNames, receiptStates } from "tributary-sdk/words";
import { payoutStatuses, type Payout } from "../../domain/payout.ts";
import { majorOf } from "../../domain/values/money.ts";
import type { Twin } from "../../usecases/test-mode/list-accounts.ts";
import type { Advance } from "../../usecases/test-mode/advance-clock.ts";
import type { TestClick } from "../../usecases/test-mode/create-click.ts";
import type { SentReceipt } from "../../usecases/test-mode/send-receipt.ts";
import { optional } from "./fields.ts";
import { affiliateId, campaignId } from "./ids.ts";
import { time } from "./times.ts";

export const testClock = z
  .object({ now: time("The time of the test account.") })
  .meta({ id: "TestClock", description: "The clock of a test account." });

export const advancedClock = testClock
  .extend({ steps: z.number().describe("The number of times at which work was due.").meta({ example: 2 }) })
  .meta({ id: "AdvancedTestClock", description: "The clock after it was moved." });

export const presentClock = (now: Date): z.infer<typeof testClock> => ({ now: now.toISOString() });

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;
const notATime = { error: "to must be a time in ISO 8601, such as 2026-04-01T00:00:00Z." };

export const clockMove = z
  .object({
    advance: optional(z.string({ error: "advance must be an ISO 8601 duration, such as P7D or PT1H30M." }))
      .describe("How far to move, as an ISO 8601 duration.")
      .meta({ example: "P7D" }),
    to: optional(
      z
        .string(notATime)
        .refine((text) => ISO_TIME.test(text) && !Number.isNaN(Date.parse(text)), notATime)
        .transform((text) => new Date(text)),
    )
      .describe("The time to move to, instead of advance.")
      .meta({ format: "date-time", example: "2026-04-01T00:00:00.000Z" }),
  })
  .refine(({ advance, to }) => advance !== undefined || to !== undefined, {
    error: "Either advance or to is required.",
  })
  .refine(({ advance, to }) => advance === undefined || to === undefined, {
    error: "Send either advance or to, not both.",
  })
  .meta({ id: "ClockMove", description: "How far to move the clock, at most two years.", example: { advance: "P7D" } });

export const moveFrom = ({ advance, to }: z.output<typeof clockMove>): Advance =>
  to === undefined ? { by: advance ?? "" } : { to };

export const testClick = z
  .object({
    id: z
      .string()
      .describe("The click's ID, as the service_id cookie has it.")
      .meta({ example: "clk_01jz8q4x2kf5v0z4b7y9a3r1gh" }),
    campaign_id: campaignId,
    affiliate_code: z.string().describe("The affiliate's tracking code.").meta({ example: "k7m2p9x4wd" }),
    clicked_at: time("When it happened, by the clock of the test account."),
    expires_at: time("When the attribution window ends."),
  })
  .meta({ id: "TestClick", description: "A click in a test account." });

export const presentTestClick = (click: TestClick): z.infer<typeof testClick> => ({
  id: click.id,
  campaign_id: click.campaignId,
  affiliate_code: click.affiliateCode,
  clicked_at: click.clickedAt.toISOString(),
  expires_at: click.expiresAt.toISOString(),
});

export const testPayout = z
  .object({
    id: z.string().describe("The payout's ID.").meta({ example: "po_01jz8q5c3va8y2d6f9z1b4s7hk" }),
    affiliate_id: affiliateId,
    amount: z.number().describe("What the affiliate gets.").meta({ example: 42.01 }),
    currency: z.string().describe("ISO 4217 code.").meta({ example: "EUR" }),
    status: z.enum(payoutStatuses).describe("New payouts are created, and then paid or failed."),
    conversions: z.number().describe("How many conversions it pays.").meta({ example: 9 }),
    created_at: time("When it was created, by the clock of the test account."),
  })
  .meta({ id: "TestPayout", description: "A payout in a test account." });

export const presentTestPayout = (payout: Payout): z.infer<typeof testPayout> => ({
  id: payout.id,
  affiliate_id: payout.affiliateId,
  amount: majorOf(payout.amount),
  currency: payout.amount.currency,
  status: payout.status,
  conversions: payout.conversions,
  created_at: payout.createdAt.toISOString(),
});

export const testAccount = z
  .object({
    id: z.string().describe("The test account's ID.").meta({ example: "acc_01jz8q2m4ke1q8v9x3s5w0j6zy" }),
    name: z.string().describe("The test account's name.").meta({ example: "ci-1" }),
    created_at: time("When it was created, in real time."),
  })
  .meta({ id: "TestAccount", description: "A test account." });

export const presentTestAccount = ({ id, name, createdAt }: Twin): z.infer<typeof testAccount> => ({
  id,
  name,
  created_at: createdAt.toISOString(),
});

export const testReceipt = z
  .object({
    id: z.string().describe("The receipt's ID.").meta({ example: "rcp_01jz8q6b2nf4t8x1z5v7y0k3mn" }),
    connector_id: z
      .string()
      .describe("The connector that received the event.")
      .meta({ example: "con_01jz8q6a9hd3s8x2z5v7y1n9cd" }),
    provider: z.enum(providerNames).describe("Whose event it is.").meta({ example: "stripe" }),
    topic: z.string().describe("The provider's name of the event.").meta({ example: "checkout.session.completed" }),
    state: z
      .enum(receiptStates)
      .describe("`done` is processed, `ignored` and `failed` say why. `waiting` is not processed yet.")
      .meta({ example: "done" }),
    order_id: z
      .string()
      .nullable()
      .describe("The order that it is about. Send it with a refund.")
      .meta({ example: "stripe:pi_5f1d7a84c2b90e6d13fa77e0a1" }),
    conversion_id: z
      .string()
      .nullable()
      .describe("The conversion of the order; null if no affiliate gets it.")
      .meta({ example: "conv_01jz8q52r7m4t9y3a6w8z2p0ef" }),
    reason: z
      .string()
      .nullable()
      .describe("Why it was ignored, or why no affiliate gets the order, such as `no_evidence`.")
      .meta({ example: null }),
    problem: z.string().nullable().describe("Why it failed, as one sentence.").meta({ example: null }),
    body: z
      .string()
      .describe("What was sent, as the provider would send it.")
      .meta({ example: '{"type":"checkout.session.completed","livemode":false}' }),
  })
  .meta({ id: "TestReceipt", description: "A sample event, and what became of it." });

export const presentTestReceipt = ({ receipt, provider, body }: SentReceipt): z.infer<typeof testReceipt> => ({
  id: receipt.id,
  connector_id: receipt.connectorId,
  provider,
  topic: receipt.topic,
  state: receipt.state,
  order_id: receipt.outcome.orderId,
  conversion_id: receipt.outcome.conversionId,
  reason: receipt.outcome.reason,
  problem: receipt.outcome.problem,
  body,
});
