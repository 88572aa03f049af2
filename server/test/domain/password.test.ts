import { describe, expect, it } from "vitest";
import { passwordProblem } from "../../src/domain/password.ts";
import { commonPasswords } from "../../src/system/passwords.ts";
import { PASSWORD_MIN } from "tributary-sdk/limits";

const isCommon = (password: string): boolean => commonPasswords.has(password);
const ada = { email: "countess@lovelace.example", name: "Ada Lovelace" };
const COMMON = "This is one of the most common passwords. Choose a different one.";
const OWN = "The password must not be your name or email address. Choose a different one.";

describe("a new password", () => {
  it.each(["password", "Password", "ＰＡＳＳＷＯＲＤ", "12345678", "password1", "qwertyuiop", "trustno1", "iloveyou "])(
    "is not %j, a common password",
    (password) => {
      expect(passwordProblem(password, ada, isCommon)).toBe(COMMON);
    },
  );

  it.each(["aaaaaaaa", "!!!!!!!!!!!!", "😀😀😀😀😀😀😀😀"])("is not %j, one repeated character", (password) => {
    expect(passwordProblem(password, ada, isCommon)).toBe(COMMON);
  });

  it.each([
    "countess@lovelace.example",
    "Countess@Lovelace.EXAMPLE",
    "countess",
    "Ada Lovelace",
    "ada-lovelace",
    "AdaLovelace",
  ])("is not %j, the person's own name or address", (password) => {
    expect(passwordProblem(password, ada, isCommon)).toBe(OWN);
  });

  it.each(["correct horse battery", "password of my own", "lovelace & babbage", "!?!?!?!?", "1234567890123456"])(
    "may be %j",
    (password) => {
      expect(passwordProblem(password, ada, isCommon)).toBeUndefined();
    },
  );

  it("may be symbols only, even if the person's name has no letters", () => {
    expect(passwordProblem("!?!?!?!?", { email: "countess@lovelace.example", name: "—" }, isCommon)).toBeUndefined();
  });

  it("is compared with 3,000 common ones, each long enough to be allowed otherwise", () => {
    expect(commonPasswords.size).toBe(3_000);
    expect([...commonPasswords].filter((password) => password.length < PASSWORD_MIN)).toEqual([]);
    expect([...commonPasswords].filter((password) => password !== password.toLowerCase())).toEqual([]);
  });
});
