import { describe, expect, test } from "vitest";
import { afterAttempt } from "../../src/domain/delivery-retry.ts";
import { chosenEvents, endpointUrlOf, overlapUntil, webhookSecretOf } from "../../src/domain/endpoint.ts";
import { eventTypes } from "../../src/domain/events.ts";
import { later, NOON, outcomeOf } from "./samples.ts";

describe("a delivery", () => {
  const failure = { kind: "status", text: "The endpoint responded with 500." } as const;
  const pauses = [60, 300, 1_800];

  test("succeeds with an attempt without failure, however many failed before", () => {
    for (const failures of [0, 2, 3, 9])
      expect(afterAttempt({ failure: null, endedAt: NOON }, failures, pauses)).toEqual({ status: "delivered" });
  });

  test.each([
    [0, 60],
    [1, 300],
    [2, 1_800],
  ])("that failed %d times before is retried %d seconds after the attempt ended", (failures, seconds) => {
    const dueAt = later(NOON, seconds * 1000);
    expect(afterAttempt({ failure, endedAt: NOON }, failures, pauses)).toEqual({ status: "waiting", dueAt });
  });

  test("fails when no retry is left, and immediately when it has expired", () => {
    expect(afterAttempt({ failure, endedAt: NOON }, 3, pauses)).toEqual({ status: "failed" });
    expect(afterAttempt({ failure: { ...failure, kind: "expired" }, endedAt: NOON }, 0, pauses)).toEqual({
      status: "failed",
    });
  });
});

describe("an endpoint's address", () => {
  const long = (length: number): string => `https://shop.example/${"x".repeat(length - 21)}`;

  test.each([
    ["https://shop.example/hook?a=1", "https://shop.example/hook?a=1"],
    ["https://shop.example/hook#part", "https://shop.example/hook"],
    ["https://2130706433/", "https://127.0.0.1/"],
    ["https://０x7f.1/", "https://127.0.0.1/"],
    [long(2048), long(2048)],
  ])("%s becomes %s", (text, href) => {
    expect(endpointUrlOf(text).href).toBe(href);
  });

  test.each([
    ["shop.example", "url must be an https address."],
    ["https://shop.example/\ud800", "url must be an https address."],
    ["http://shop.example/", /^url must be an https address, because http/],
    ["ftp://shop.example/", /^url must be an https address, /],
    ["https://ada@shop.example/", "url must be an https address without a user name or password."],
    ["https://:secret@shop.example/", "url must be an https address without a user name or password."],
    [long(2049), "url must be an https address of up to 2048 characters."],
    [long(2040) + "é".repeat(8), "url must be an https address of up to 2048 characters."],
  ])("%s is rejected", (text, sentence) => {
    expect(outcomeOf(() => endpointUrlOf(text))).toBe("invalid_request");
    expect(() => endpointUrlOf(text)).toThrow(sentence);
  });
});

describe("an endpoint", () => {
  test("gets the events it chose, each once and in the order of the list", () => {
    const [first, second, third] = eventTypes;
    expect(chosenEvents([third, first, third, second])).toEqual([first, second, third]);
    expect(chosenEvents([second])).toEqual([second]);
  });

  test.each([[[]], [["conversion.created", "conversion.made"]], [["webhook.test"]]])("cannot choose %j", (names) => {
    expect(outcomeOf(() => chosenEvents(names))).toBe("invalid_request");
    expect(() => chosenEvents(names)).toThrow(
      /^events must list one or more of conversion.created, conversion.approved/,
    );
  });

  test("has a secret with a recognizable prefix", () => {
    expect(webhookSecretOf(Buffer.from("tributary"))).toBe("whsec_dHJpYnV0YXJ5");
  });

  test("signs with two secrets for up to a day after a rotation", () => {
    expect(overlapUntil(0, NOON)).toBeNull();
    expect(overlapUntil(0.5, NOON)).toEqual(later(NOON, 1_800_000));
    expect(overlapUntil(24, NOON)).toEqual(later(NOON, 86_400_000));
    for (const hours of [-0.1, 24.1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(outcomeOf(() => overlapUntil(hours, NOON))).toBe("invalid_request");
      expect(() => overlapUntil(hours, NOON)).toThrow("overlap_hours must be a number from 0 to 24.");
    }
  });
});
