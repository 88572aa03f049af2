import { expect, test } from "vitest";
import { AppError, errorTexts, orRefuse } from "../../src/domain/errors.ts";
import { NOON } from "./samples.ts";

test("an error has a code, a kind and a text, and further facts if there are any", () => {
  const plain = new AppError("campaign_not_found");
  expect(plain).toMatchObject({ name: "AppError", code: "campaign_not_found", kind: "missing", facts: {} });
  expect([plain.message, plain.retryAt, plain.cause]).toEqual([errorTexts.campaign_not_found, undefined, undefined]);
  const cause = new Error("Below.");
  const full = new AppError("rate_limited", { text: "Wait.", facts: { a: "b" }, retryAt: NOON, cause });
  expect(full).toMatchObject({ message: "Wait.", kind: "too_many", facts: { a: "b" }, retryAt: NOON });
  expect(full.cause).toBe(cause);
});

test("returns what was found, and throws if it was not", () => {
  const found = { id: 1 };
  expect([orRefuse(found, "user_not_found"), orRefuse("", "user_not_found")]).toEqual([found, ""]);
  expect(() => orRefuse(undefined, "user_not_found")).toThrow(new AppError("user_not_found"));
});
