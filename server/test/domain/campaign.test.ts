import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  campaignStatuses,
  changeCampaign,
  slugOf,
  type Campaign,
  type CampaignChange,
} from "../../src/domain/campaign.ts";
import { aCampaign, currency, later, money, NOON, outcomeOf } from "./samples.ts";

const now = later(NOON, 60_000);
const change = (campaign: Campaign, wanted: CampaignChange, hasConversions = false): Campaign | string =>
  outcomeOf(() => changeCampaign(campaign, wanted, { now, hasConversions }));
const fixed: Campaign = { ...aCampaign, commission: { type: "fixed", fixed: money(1_050) }, maxBudgetMinor: 10_049n };

describe("a change", () => {
  test("changes the fields it names and the time of the change, and nothing else", () => {
    expect(change(aCampaign, { name: "Summer", maturationDays: 0 })).toEqual({
      ...aCampaign,
      name: "Summer",
      maturationDays: 0,
      updatedAt: now,
    });
  });
  test("never changes the slug, the spend or the creation time", () => {
    const spent = { ...aCampaign, currentSpendMinor: 77n };
    expect(change(spent, { name: "Another name", maxBudgetMinor: 5n })).toMatchObject({
      slug: "spring-sale",
      currentSpendMinor: 77n,
      createdAt: NOON,
    });
  });
  test("leads from any status to any other", () => {
    for (const from of campaignStatuses)
      for (const to of campaignStatuses)
        expect(change({ ...aCampaign, status: from }, { status: to })).toMatchObject({ status: to });
  });
  test("of the budget to null removes the limit, and omitting it keeps it", () => {
    expect(change(fixed, { maxBudgetMinor: null })).toMatchObject({ maxBudgetMinor: null });
    expect(change(fixed, { name: "x" })).toMatchObject({ maxBudgetMinor: 10_049n });
  });
  test("of the budget may go below the spend", () => {
    expect(change({ ...fixed, currentSpendMinor: 9_000n }, { maxBudgetMinor: 1n })).toMatchObject({
      maxBudgetMinor: 1n,
    });
  });
});

describe("a change of currency", () => {
  const JPY = currency("JPY");
  test("is refused once there are conversions, and setting the same currency is no change", () => {
    expect(change(fixed, { currency: JPY }, true)).toBe("currency_fixed");
    expect(change(fixed, { currency: currency("EUR") }, true)).toMatchObject({
      commission: fixed.commission,
      maxBudgetMinor: 10_049n,
    });
  });
  test("keeps the major amounts that it does not name, rounded half up", () => {
    expect(change(fixed, { currency: JPY })).toMatchObject({
      currency: "JPY",
      commission: { type: "fixed", fixed: money(11, "JPY") },
      maxBudgetMinor: 100n,
    });
  });
  test("takes the amounts it names unchanged, since they are in the new currency", () => {
    const named = {
      currency: JPY,
      maxBudgetMinor: 500n,
      commission: { type: "fixed" as const, fixed: money(3, "JPY") },
    };
    expect(change(fixed, named)).toMatchObject({ maxBudgetMinor: 500n, commission: named.commission });
    expect(change(fixed, { currency: JPY, maxBudgetMinor: null })).toMatchObject({ maxBudgetMinor: null });
  });
  test("does not affect a percentage or a missing budget", () => {
    expect(change(aCampaign, { currency: JPY })).toMatchObject({
      commission: aCampaign.commission,
      maxBudgetMinor: null,
    });
  });
});

describe("the slug", () => {
  test.each([
    ["Spring sale", "spring-sale"],
    ["  Frühling & Söhne  ", "fruhling-sohne"],
    ["--A__b--", "a-b"],
    ["日本語", "campaign"],
    ["!!!", "campaign"],
    ["ﬁne print №5", "fine-print-no5"],
    ["x".repeat(120), "x".repeat(60)],
    [`${"x".repeat(59)} yes`, "x".repeat(59)],
  ])("of %j is %j", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });
  test("has only lowercase letters, digits and single inner dashes for every name, and 1 to 60 characters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), (name) => {
        const slug = slugOf(name);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(60);
      }),
    );
  });
});
