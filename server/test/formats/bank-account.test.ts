import { expect, it } from "vitest";
import { parseBankAccount, type TypedBankAccount } from "../../src/formats/bank-account.ts";

const iban = "DE89370400440532013000";

it.each<[string, TypedBankAccount, string | null]>([
  ["no BIC", { iban }, null],
  ["an empty BIC", { iban: "de89 3704 0044 0532 0130 00", bic: " " }, null],
  ["a BIC in groups", { iban: "DE89-3704-0044-0532-0130-00", bic: " coba de ff xxx " }, "COBADEFFXXX"],
  ["a short BIC", { iban, bic: "cobadeff" }, "COBADEFF"],
])("accepts an IBAN with %s", (_what, typed, bic) => {
  expect(parseBankAccount(typed)).toEqual({ iban, bic });
});

it.each<[string, TypedBankAccount, string]>([
  ["wrong check digits", { iban: "DE88370400440532013000" }, "invalid_iban"],
  ["nothing", { iban: "" }, "invalid_iban"],
  ["a BIC of another length", { iban, bic: "COBADEFFX" }, "invalid_request"],
  ["no BIC outside the EEA", { iban: "GB29NWBK60161331926819", bic: "" }, "bic_missing"],
])("rejects %s", (_what, typed, code) => {
  expect(() => parseBankAccount(typed)).toThrow(expect.objectContaining({ code }));
});
