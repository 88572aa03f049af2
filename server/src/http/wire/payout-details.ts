import type { PayoutDetails } from "tributary-sdk/pages";
import { NAME_MAX, OTHER_DETAILS_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { payoutMethods } from "../../domain/payout.ts";
import { bankAccountFields, emailAddress, optional, text } from "./fields.ts";

export const method = z.enum(payoutMethods);

export const payoutDetails: z.ZodType<PayoutDetails> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("iban"), holder: z.string(), iban: z.string(), bic: z.string().nullable() }),
  z.object({ kind: z.literal("paypal"), holder: z.string(), email: z.string() }),
  z.object({ kind: z.literal("other"), holder: z.string(), text: z.string() }),
]);

const holder = optional(text("holder", { max: NAME_MAX }));

export const payoutDetailsBody = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("iban"), holder, ...bankAccountFields }),
    z.object({ kind: z.literal("paypal"), holder, email: emailAddress("email") }),
    z.object({ kind: z.literal("other"), holder, text: text("text", { max: OTHER_DETAILS_MAX, content: "lines" }) }),
  ],
  { error: "payout_details must be an object whose kind is one of iban, paypal, other." },
);
