import { describe, expect, test } from "vitest";
import { affiliationStatuses, type AffiliationStatus } from "../../src/domain/affiliation.ts";
import { attribute } from "../../src/domain/attribution.ts";
import type { AttributedClick, Evidence } from "../../src/domain/evidence.ts";
import { campaignStatuses, type CampaignStatus } from "../../src/domain/campaign.ts";
import { idOf } from "../../src/domain/ids.ts";
import { aCampaign, later, NOON, outcomeOf, uuid } from "./samples.ts";

const noPlan = { overridePlanId: null, groupId: null };
const ofClick = { id: idOf("affiliation", uuid(30)), affiliateId: idOf("affiliate", uuid(31)), ...noPlan };
const ofCode = { id: idOf("affiliation", uuid(40)), affiliateId: idOf("affiliate", uuid(41)), ...noPlan };
const AT_NOON = { now: NOON, paidAt: NOON };

const aClick: AttributedClick = {
  id: idOf("click", uuid(50)),
  campaignId: aCampaign.id,
  clickedAt: later(NOON, -3_600_000),
  expiresAt: later(NOON, 1),
  affiliation: { ...ofClick, status: "active" },
  addressHash: Buffer.from("somebody"),
  addressSeen: false,
};

// The result of each kind of evidence alone. The click's window ends one millisecond after now, or at now.
const clicks = {
  "no click": { click: undefined, refusal: undefined },
  "a click in its last millisecond": { click: aClick, refusal: undefined },
  "a click at its very end": { click: { ...aClick, expiresAt: NOON }, refusal: "outside_attribution_window" },
  "a click of another campaign": {
    click: { ...aClick, campaignId: idOf("campaign", uuid(60)) },
    refusal: "click_of_other_campaign",
  },
  "an unknown click": { click: "missing", refusal: "click_not_found" },
} as const;
const codes = { "no code": undefined, "an unknown code": "missing", "a code": ofCode } as const;
type ClickCase = keyof typeof clicks;
type CodeCase = keyof typeof codes;

interface Case {
  readonly clickCase: ClickCase;
  readonly codeCase: CodeCase;
  readonly campaignStatus: CampaignStatus;
  readonly affiliationStatus: AffiliationStatus;
}
const cases: Case[] = campaignStatuses.flatMap((campaignStatus) =>
  affiliationStatuses.flatMap((affiliationStatus) =>
    (Object.keys(clicks) as ClickCase[]).flatMap((clickCase) =>
      (Object.keys(codes) as CodeCase[])
        // A request with neither is rejected before anything is looked up.
        .filter((codeCase) => clickCase !== "no click" || codeCase !== "no code")
        .map((codeCase) => ({ clickCase, codeCase, campaignStatus, affiliationStatus })),
    ),
  ),
);

function expected({ clickCase, codeCase, campaignStatus, affiliationStatus }: Case): string {
  const found = ["no click", "an unknown click"].includes(clickCase) ? codeCase === "a code" : true;
  if (!found) return clicks[clickCase].refusal ?? "affiliate_code_not_found";
  if (campaignStatus === "archived") return "campaign_archived";
  const decides =
    clickCase === "a click in its last millisecond" ? "click" : codeCase === "a code" ? "code" : "nothing";
  if (decides === "nothing") return clicks[clickCase].refusal ?? "affiliate_code_not_found";
  if (decides === "code" && campaignStatus === "paused") return "campaign_not_active";
  return affiliationStatus === "active" ? decides : "affiliate_not_active";
}

// The flags are tested below.
const warningSigns: unknown = expect.any(Array);
const { id: clickId, clickedAt, expiresAt: clickExpiresAt, addressHash } = aClick;
const shapes: Record<string, object> = {
  click: {
    attributedBy: "click",
    affiliation: ofClick.id,
    clickId,
    clickedAt,
    clickExpiresAt,
    addressHash,
    warningSigns,
    coupon: null,
    otherAffiliationId: null,
    boundToOther: false,
    rebinds: false,
  },
  code: {
    attributedBy: "code",
    affiliation: ofCode.id,
    clickId: null,
    clickedAt: null,
    clickExpiresAt: null,
    addressHash: null,
    warningSigns,
    coupon: null,
    otherAffiliationId: null,
    boundToOther: false,
    rebinds: false,
  },
};

function evidenceOf({ clickCase, codeCase, affiliationStatus: status }: Case): Evidence {
  const { click } = clicks[clickCase];
  const code = codes[codeCase];
  return {
    click: typeof click === "object" ? { ...click, affiliation: { ...ofClick, status } } : click,
    code: typeof code === "object" ? { ...code, status } : code,
    customer: undefined,
  };
}

describe("attribution", () => {
  test("covers every kind of evidence in every status: 3 campaigns, 5 affiliates, 14 kinds", () => {
    expect(cases).toHaveLength(3 * 5 * 14);
  });
  test.each(cases)("$clickCase, $codeCase, campaign $campaignStatus, affiliate $affiliationStatus", (given) => {
    const result = outcomeOf(() =>
      attribute({ ...aCampaign, status: given.campaignStatus }, evidenceOf(given), AT_NOON),
    );
    const seen = typeof result === "string" ? result : { ...result, affiliation: result.affiliation.id };
    expect(seen).toEqual(shapes[expected(given)] ?? expected(given));
  });

  test("ignores the status of the affiliate who did not decide", () => {
    const suspended = { ...ofCode, status: "suspended" as const };
    expect(attribute(aCampaign, { click: aClick, code: suspended, customer: undefined }, AT_NOON).affiliation.id).toBe(
      ofClick.id,
    );
    const expired = { ...aClick, expiresAt: NOON, affiliation: { ...ofClick, status: "removed" as const } };
    const code = { ...ofCode, status: "active" as const };
    expect(attribute(aCampaign, { click: expired, code, customer: undefined }, AT_NOON).affiliation.id).toBe(ofCode.id);
  });
});

describe("flags", () => {
  const signs = (evidence: Partial<Evidence>, now = NOON): readonly string[] =>
    attribute(aCampaign, { click: undefined, code: undefined, customer: undefined, ...evidence }, { now, paidAt: now })
      .warningSigns;
  const same = { ...ofClick, status: "active" as const };
  const other = { ...ofCode, status: "active" as const };

  test("a click alone, or with its own affiliate's code, has none", () => {
    expect(signs({ click: aClick })).toEqual([]);
    expect(signs({ click: aClick, code: same })).toEqual([]);
  });
  test("a code alone is flagged as no click", () => {
    expect(signs({ code: other })).toEqual(["code_without_click"]);
  });
  test("a click with another affiliate's code, or an unknown one, is flagged", () => {
    expect(signs({ click: aClick, code: other })).toEqual(["code_and_click_disagree"]);
    expect(signs({ click: aClick, code: "missing" })).toEqual(["code_and_click_disagree"]);
  });
  test("an order less than five seconds after its click is flagged, but not at five seconds", () => {
    const click = { ...aClick, clickedAt: NOON, expiresAt: later(NOON, 60_000) };
    expect(signs({ click }, later(NOON, 4_999))).toEqual(["fast_conversion"]);
    expect(signs({ click }, later(NOON, 5_000))).toEqual([]);
  });
  test("an address that ordered before is flagged, in addition to other flags", () => {
    const click = { ...aClick, clickedAt: NOON, addressSeen: true };
    expect(signs({ click, code: other })).toEqual(["code_and_click_disagree", "fast_conversion", "shared_address"]);
  });
});

describe("a customer who ordered before", () => {
  const ofCustomer = { ...noPlan, id: idOf("affiliation", uuid(70)), affiliateId: idOf("affiliate", uuid(71)) };
  const boundAt = later(aClick.clickedAt, -1);
  const bound = (status: AffiliationStatus = "active"): Evidence["customer"] => ({
    binding: {
      affiliationId: ofCustomer.id,
      affiliateId: ofCustomer.affiliateId,
      planId: null,
      boundAt,
      firstOrderAt: boundAt,
    },
    affiliation: { ...ofCustomer, status },
  });
  const code = { ...ofCode, status: "active" as const };
  const given = (evidence: Partial<Evidence>, campaign = aCampaign) =>
    outcomeOf(() =>
      attribute(campaign, { click: undefined, code: undefined, customer: bound(), ...evidence }, AT_NOON),
    );

  test("needs neither a click nor a code, also in a paused campaign", () => {
    for (const status of ["active", "paused"] as const)
      expect(given({}, { ...aCampaign, status })).toMatchObject({
        attributedBy: "customer",
        affiliation: { id: ofCustomer.id },
        boundToOther: false,
        warningSigns: [],
      });
  });
  test("is refused in an archived campaign and for a suspended affiliate", () => {
    expect(given({}, { ...aCampaign, status: "archived" })).toBe("campaign_archived");
    expect(given({ customer: bound("suspended") })).toBe("affiliate_not_active");
  });
  test("stays with their affiliate if another one's click or code comes with the order", () => {
    for (const evidence of [{ click: aClick }, { code }])
      expect(given(evidence)).toMatchObject({ affiliation: { id: ofCustomer.id }, boundToOther: true, rebinds: false });
  });
  test("moves with a click, but not with a code, if the campaign says so", () => {
    const campaign = { ...aCampaign, rebind: "click" as const };
    expect(given({ click: aClick }, campaign)).toMatchObject({ affiliation: { id: ofClick.id }, rebinds: true });
    expect(given({ code }, campaign)).toMatchObject({ affiliation: { id: ofCustomer.id }, rebinds: false });
  });
  test("is not taken over by an older click, or by that of a suspended affiliate", () => {
    const campaign = { ...aCampaign, rebind: "click" as const };
    const older = { ...aClick, clickedAt: boundAt };
    const suspended = { ...aClick, affiliation: { ...aClick.affiliation, status: "suspended" as const } };
    for (const click of [older, suspended])
      expect(given({ click }, campaign)).toMatchObject({ affiliation: { id: ofCustomer.id }, boundToOther: true });
  });
  test("counts without a binding only with a click or a code", () => {
    expect(given({ customer: "missing" })).toBe("customer_not_found");
    expect(given({ customer: "missing", code })).toMatchObject({ attributedBy: "code" });
  });
  test("counts through an expired click of another affiliate", () => {
    expect(given({ click: { ...aClick, expiresAt: NOON } })).toMatchObject({
      attributedBy: "customer",
      boundToOther: false,
    });
  });
});

test("a click counts only for orders that were paid after it, give or take a shop's clock", () => {
  const attributed = (minutesBefore: number) =>
    outcomeOf(() =>
      attribute(
        aCampaign,
        { click: aClick, code: undefined, customer: undefined },
        { now: NOON, paidAt: later(aClick.clickedAt, -minutesBefore * 60_000) },
      ),
    );
  expect(attributed(10)).toMatchObject({ attributedBy: "click" });
  expect(attributed(11)).toBe("outside_attribution_window");
});
