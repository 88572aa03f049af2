import { electronicFormatIBAN, isValidBIC, isValidIBAN } from "ibantools";
import { AppError } from "../domain/errors.ts";
import { EXAMPLE_IBANS } from "./example-ibans.ts";
import { needsBic } from "./sepa.ts";

export interface BankAccount {
  readonly iban: string;
  readonly bic: string | null;
}
/** As a person types it: in groups of four, in lower case, with or without a BIC. */
export interface TypedBankAccount {
  readonly iban: string;
  readonly bic?: string | null | undefined;
}

/** The same in test mode, where only published examples are accepted. */
export function parseExampleAccount(typed: TypedBankAccount): BankAccount {
  const account = parseBankAccount(typed);
  if (!EXAMPLE_IBANS.includes(account.iban)) throw new AppError("example_iban_only");
  return account;
}

/** The account without spaces and in upper case, as banks compare it. Throws if a bank would reject it. */
export function parseBankAccount(typed: TypedBankAccount): BankAccount {
  const iban = electronicFormatIBAN(typed.iban);
  if (iban === null || !isValidIBAN(iban)) throw new AppError("invalid_iban");
  const bic = typed.bic?.replaceAll(/\s/g, "").toUpperCase() || null;
  if (bic !== null && !isValidBIC(bic))
    throw new AppError("invalid_request", { text: "bic must be a BIC of 8 or 11 characters." });
  if (bic === null && needsBic(iban)) throw new AppError("bic_missing");
  return { iban, bic };
}
