import { z } from "zod";
import { NAME_MAX } from "tributary-sdk/limits";
import { bankAccountFields, emailAddress, optional, text } from "../wire/fields.ts";

const OTHER_MAX = 1000;

const holder = optional(text("holder", { max: NAME_MAX }));

export const payoutDetailsBody = z.discriminatedUnion(
  "kind",
  [
    z.object({ kind: z.literal("iban"), holder, ...bankAccountFields }),
    z.object({ kind: z.literal("paypal"), holder, email: emailAddress("email") }),
    z.object({ kind: z.literal("other"), holder, text: text("text", { max: OTHER_MAX, content: "lines" }) }),
  ],
  { error: "payout_details must be an object whose kind is one of iban, paypal, other." },
);
