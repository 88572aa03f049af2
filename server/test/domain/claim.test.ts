import { describe, expect, test } from "vitest";
import {
  applyClaimAction,
  claimActions,
  claimStates,
  findingOf,
  toldRefusals,
  type Claim,
} from "../../src/domain/claim.ts";
import { errorTexts, type ErrorCode } from "../../src/domain/errors.ts";
import { idOf } from "../../src/domain/ids.ts";
import { stateOf } from "../../src/domain/terms.ts";
import { aCampaign, aClawBack, aConversion, anAffiliation, NOON, outcomeOf, uuid } from "./samples.ts";

const nothing = { kind: "unknown", text: "", conversion: null, reason: null } as const;
const claim: Claim = {
  id: idOf("claim", uuid(11)),
  accountId: aCampaign.accountId,
  campaignId: aCampaign.id,
  affiliateId: anAffiliation.affiliateId,
  affiliationId: anAffiliation.id,
  externalId: "order-1",
  approximateTime: NOON,
  state: "asked",
  finding: nothing,
  message: null,
  answer: null,
  conversionId: null,
  askedAt: NOON,
  openedAt: null,
  answeredAt: null,
};

const outcomes = {
  asked: { open: "open", answer: "claim_not_open", convert: "claim_not_open" },
  open: { open: "claim_already_open", answer: "answered", convert: "converted" },
  answered: { open: "claim_already_open", answer: "claim_not_open", convert: "converted" },
  converted: { open: "claim_already_open", answer: "claim_not_open", convert: "claim_not_open" },
} as const;

describe("a claim", () => {
  test.each(
    claimStates.flatMap((from) => claimActions.map((action) => ({ from, action, to: outcomes[from][action] }))),
  )("that is $from: $action → $to", ({ from, action, to }) => {
    const result = outcomeOf(() => applyClaimAction({ ...claim, state: from }, action, { answer: "Found." }));
    const isRefused = to.startsWith("claim_");
    expect(result).toEqual(isRefused ? to : { ...claim, state: to, answer: "Found." });
  });
});

describe("the message to the affiliate about an order", () => {
  test("is the status of their own conversion, whatever was rejected before", () => {
    const order = { conversion: aConversion, deduction: aClawBack };
    const finding = findingOf({ order, refusal: "budget_exceeded" }, NOON);
    expect(finding).toMatchObject({
      kind: "recorded",
      conversion: { id: aConversion.id, status: "pending" },
      reason: null,
    });
    expect(finding.text).toContain(" 2026-03-01. ");
    expect(finding.text).toContain(stateOf(aConversion, aClawBack, NOON));
  });

  test("is the reason of a rejected request if it concerns them", () => {
    expect([...toldRefusals].sort()).toEqual([
      "affiliate_not_active",
      "budget_exceeded",
      "campaign_archived",
      "campaign_not_active",
      "click_of_other_campaign",
      "coupon_ended",
      "coupon_needs_click",
      "currency_mismatch",
      "outside_attribution_window",
    ]);
    for (const refusal of toldRefusals) {
      const { kind, text, conversion, reason } = findingOf({ order: undefined, refusal }, NOON);
      expect({ kind, conversion, reason }).toEqual({ kind: "refused", conversion: null, reason: refusal });
      expect(text).toMatch(/^The order was not accepted: \w/);
    }
  });

  test("is the same for another affiliate's order as for one that does not exist", () => {
    const unknown = findingOf({ order: undefined, refusal: undefined }, NOON);
    expect(unknown).toMatchObject({ kind: "unknown", conversion: null, reason: null });
    const others = (Object.keys(errorTexts) as ErrorCode[]).filter((code) => !toldRefusals.includes(code));
    expect(others).toContain("duplicate_conversion");
    for (const refusal of others) expect(findingOf({ order: undefined, refusal }, NOON)).toEqual(unknown);
  });
});
