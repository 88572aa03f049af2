import { electronicFormatIBAN, isValidBIC, isValidIBAN } from "ibantools";
import { z } from "zod";
import { AppError } from "../../domain/errors.ts";
import { needsBic } from "../../formats/sepa.ts";
import { NAME_MAX } from "../../usecases/people/person-rules.ts";
import type { ChangeProfile } from "../../usecases/people/profile.ts";
import { emailAddress, optional, text } from "../fields.ts";

const OTHER_MAX = 1000;
const IBAN_MAX = 60;

const holder = optional(text("holder", { max: NAME_MAX }));

export const payoutDetailsBody = z.discriminatedUnion(
  "kind",
  [
    z.object({
      kind: z.literal("iban"),
      holder,
      iban: text("iban", { max: IBAN_MAX }),
      bic: optional(text("bic", { max: 20 })),
    }),
    z.object({ kind: z.literal("paypal"), holder, email: emailAddress("email") }),
    z.object({ kind: z.literal("other"), holder, text: text("text", { max: OTHER_MAX, content: "lines" }) }),
  ],
  { error: "payout_details must be an object whose kind is one of iban, paypal, other." },
);

/** With the account in the one form that banks compare. */
export function payoutDetailsOf(body: z.output<typeof payoutDetailsBody>): NonNullable<ChangeProfile["payoutDetails"]> {
  if (body.kind === "paypal") return { kind: "paypal", holder: body.holder, email: body.email };
  if (body.kind === "other") return { kind: "other", holder: body.holder, text: body.text };
  const iban = electronicFormatIBAN(body.iban);
  if (iban === null || !isValidIBAN(iban))
    throw new AppError("invalid_iban", { text: "iban must be an IBAN with correct check digits." });
  const bic = body.bic?.replaceAll(/\s/g, "").toUpperCase();
  if (bic !== undefined && !isValidBIC(bic))
    throw new AppError("invalid_request", { text: "bic must be a BIC of 8 or 11 characters." });
  if (bic === undefined && needsBic(iban)) throw new AppError("bic_missing");
  return { kind: "iban", holder: body.holder, iban, bic: bic ?? null };
}
