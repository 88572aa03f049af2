import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  aboutAffiliation,
  affiliationFacts,
  batchFacts,
  campaignFacts,
  claimFacts,
  clawBackFacts,
  conversionFacts,
  endpointFacts,
  invitationFacts,
  masked,
  memberInvitationFacts,
  newPayoutFacts,
  sumOf,
} from "../../src/domain/audit-facts.ts";
import { differenceOf, type Facts } from "../../src/domain/audit.ts";
import { aCampaign, aClawBack, aConversion, anAffiliation, aPayout, currency, later, money, NOON } from "./samples.ts";

const someFacts: fc.Arbitrary<Facts> = fc.dictionary(
  fc.constantFrom("name", "status", "amount", "events"),
  fc.oneof(fc.constantFrom("a", "b"), fc.constantFrom(1, 2), fc.constant(null), fc.constant(["a"])),
);
/** A missing fact and a null one are the same. */
const full = (facts: Facts): Facts => ({ name: null, status: null, amount: null, events: null, ...facts });

describe("an entry of the audit log", () => {
  test("has everything that changed and nothing else", () => {
    fc.assert(
      fc.property(someFacts, someFacts, (before, after) => {
        const difference = differenceOf({ before, after });
        const names = Object.keys(full({})).filter(
          (name) => JSON.stringify(full(before)[name]) !== JSON.stringify(full(after)[name]),
        );
        const only = (facts: Facts) =>
          Object.fromEntries(Object.entries(facts).filter(([name]) => names.includes(name)));
        expect(difference).toEqual(names.length === 0 ? undefined : { before: only(before), after: only(after) });
      }),
    );
  });

  test("has its subject on both sides", () => {
    const entry = {
      about: { campaign_id: "cmp_1" },
      before: { status: "a", name: "x" },
      after: { status: "b", name: "x" },
    };
    expect(differenceOf(entry)).toEqual({
      before: { campaign_id: "cmp_1", status: "a" },
      after: { campaign_id: "cmp_1", status: "b" },
    });
  });

  test("of something created or deleted has one side, without empty fields", () => {
    const facts = { status: "a", name: null };
    expect(differenceOf({ about: { kind: "x" }, after: facts })).toEqual({
      before: null,
      after: { kind: "x", status: "a" },
    });
    expect(differenceOf({ before: facts })).toEqual({ before: { status: "a" }, after: null });
    expect(differenceOf({ about: { kind: "x" } })).toEqual({ before: null, after: null });
  });
});

describe("the audit log keeps", () => {
  test("the settings of a campaign, with money in major units", () => {
    expect(campaignFacts({ ...aCampaign, maxBudgetMinor: 50_050n })).toEqual({
      name: "Spring sale",
      target_url: "https://shop.example/",
      type: "CPA",
      status: "active",
      visibility: "public",
      commission_type: "percentage",
      commission_value: 10,
      currency: "EUR",
      attribution_window: 30,
      maturation_days: 7,
      max_budget: 500.5,
    });
    expect(campaignFacts(aCampaign)["max_budget"]).toBeNull();
  });

  test("of an invitation everything but its recipient", () => {
    const life = { email: "ada@shop.example", createdAt: NOON, expiresAt: later(NOON, 1) };
    const ends = { acceptedAt: null, replacedAt: null, withdrawnAt: null };
    const ids = { accountId: aCampaign.accountId, campaignId: aCampaign.id, id: "inv_1" as const };
    expect(invitationFacts({ ...life, ...ends, ...ids })).toEqual({
      campaign_id: aCampaign.id,
      expires_at: "2026-03-01T12:00:00.001Z",
    });
    const member = { accountId: aCampaign.accountId, role: "viewer", invitedBy: "usr_1", id: "minv_1" } as const;
    expect(memberInvitationFacts({ ...life, ...ends, ...member })).toEqual({
      role: "viewer",
      expires_at: "2026-03-01T12:00:00.001Z",
    });
  });

  test("the status of affiliations, conversions and claims", () => {
    expect(affiliationFacts(anAffiliation)).toEqual({ status: "active" });
    expect(aboutAffiliation(anAffiliation)).toEqual({
      campaign_id: aCampaign.id,
      affiliate_id: anAffiliation.affiliateId,
    });
    expect(conversionFacts(aConversion)).toEqual({ status: "pending" });
    const claim = { state: "converted", conversionId: aConversion.id } as Parameters<typeof claimFacts>[0];
    expect(claimFacts(claim)).toEqual({ state: "converted", conversion_id: aConversion.id });
  });

  test("the amount of a claw-back and a payout, but not the recipient's account", () => {
    expect(clawBackFacts(aClawBack)).toEqual({
      claw_back_id: aClawBack.id,
      affiliate_id: anAffiliation.affiliateId,
      amount: 12.35,
      currency: "EUR",
    });
    expect(newPayoutFacts({ ...aPayout, amount: money(10_000, "JPY") })).toEqual({
      affiliate_id: anAffiliation.affiliateId,
      amount: 10_000,
      currency: "JPY",
      conversions: 9,
      claw_backs: 1,
      method: "iban",
    });
  });

  test("one entry with its sums for a batch", () => {
    const batch = {
      id: aPayout.batchId,
      accountId: aCampaign.accountId,
      currency: currency("EUR"),
      origin: "monthly",
      minimumMinor: 2_500n,
      asOf: NOON,
      month: "2026-03-01",
      actor: "schedule",
      status: "made",
      reachedAffiliateId: null,
      skippedWithoutDetails: 3,
      createdAt: NOON,
      madeAt: NOON,
    } as const;
    expect(batchFacts(batch, { payouts: 2, totalMinor: 12_345n })).toEqual({
      origin: "monthly",
      payouts: 2,
      total: 123.45,
      currency: "EUR",
      minimum: 25,
      as_of: "2026-03-01T12:00:00.000Z",
      skipped_without_details: 3,
    });
  });

  test("whether an endpoint is enabled", () => {
    const endpoint = { url: "https://shop.example/hook", events: ["payout.created"] } as const;
    const facts = (disabledAt: Date | null) =>
      endpointFacts({
        ...endpoint,
        id: "whe_1",
        accountId: aCampaign.accountId,
        createdAt: NOON,
        disabledAt,
        disabledBy: null,
        rotatedAt: null,
        previousSecretUntil: null,
      });
    expect(facts(null)).toEqual({ ...endpoint, enabled: true });
    expect(facts(NOON)).toEqual({ ...endpoint, enabled: false });
  });

  test("the last digits of a bank account, and nothing for a missing amount", () => {
    expect(masked("3000")).toBe("••••3000");
    expect([sumOf(null, currency("EUR")), sumOf(0n, currency("EUR")), sumOf(1n, currency("EUR"))]).toEqual([
      null,
      0,
      0.01,
    ]);
  });
});
