import { describe, expect, test } from "vitest";
import { explain } from "../../src/domain/explanation.ts";
import { idOf } from "../../src/domain/ids.ts";
import { aConversion, later, money, NOON, uuid } from "./samples.ts";

const DAY = 24 * 60 * 60_000;

describe("the explanation of a conversion", () => {
  test("has the time and the window of the click", () => {
    const click = {
      clickId: idOf("click", uuid(12)),
      clickedAt: later(NOON, -3 * DAY),
      clickExpiresAt: later(NOON, 27 * DAY),
    };
    const origin = { ...aConversion.origin, attributedBy: "click" as const, ...click };
    expect(explain({ ...aConversion, origin }).click).toEqual({ clickedAt: click.clickedAt, windowDays: 30 });
  });
  test("has no click if the code decided", () => {
    expect(explain(aConversion).click).toBeNull();
  });
  test("has the conversion's own rate, whatever the campaign pays now", () => {
    const origin = { ...aConversion.origin, rule: { type: "percentage" as const, partsPerMillion: 29_000n } };
    expect(explain({ ...aConversion, origin }).rule).toEqual({ type: "percentage", value: 2.9 });
  });
  test("has a fixed amount in major units", () => {
    const origin = { ...aConversion.origin, rule: { type: "fixed" as const, fixed: money(5_000, "KWD") } };
    expect(explain({ ...aConversion, origin }).rule).toEqual({ type: "fixed", value: 5 });
  });
});
