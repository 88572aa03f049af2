import { describe, expect, test } from "vitest";
import { couponNeedsClicks, evidenceOrders, type CouponNeedsClick, type EvidenceOrder } from "tributary-sdk/words";
import { attribute } from "../../src/domain/attribution.ts";
import { chooseCoupon } from "../../src/domain/coupon-evidence.ts";
import type { AttributedAffiliation, AttributedClick, AttributedCoupon, Evidence } from "../../src/domain/evidence.ts";
import { idOf } from "../../src/domain/ids.ts";
import { aCampaign, later, NOON, outcomeOf, uuid } from "./samples.ts";

const affiliation = (number: number): AttributedAffiliation => ({
  id: idOf("affiliation", uuid(number)),
  affiliateId: idOf("affiliate", uuid(number + 1)),
  status: "active",
  overridePlanId: null,
  groupId: null,
});
const holder = affiliation(30);
const formerHolder = affiliation(40);
const other = affiliation(50);

const clickOf = (whose: AttributedAffiliation, more: Partial<AttributedClick> = {}): AttributedClick => ({
  id: idOf("click", uuid(60)),
  campaignId: aCampaign.id,
  clickedAt: later(NOON, -3_600_000),
  expiresAt: later(NOON, 86_400_000),
  affiliation: whose,
  addressHash: null,
  addressSeen: false,
  ...more,
});
const aCoupon: AttributedCoupon = {
  id: idOf("coupon", uuid(70)),
  code: "ANNA10",
  campaignId: aCampaign.id,
  ended: false,
  affiliation: holder,
};

const clicks = ["no click", "the holder's click", "another's click", "an expired click"] as const;
/** Moved: at the time of the order, somebody else held the coupon. */
const states = ["active", "ended", "moved", "paused", "suspended"] as const;
type ClickCase = (typeof clicks)[number];
type State = (typeof states)[number];

interface Case {
  readonly click: ClickCase;
  readonly state: State;
  readonly evidence: EvidenceOrder;
  readonly needsClick: CouponNeedsClick;
}
const cases: Case[] = clicks.flatMap((click) =>
  states.flatMap((state) =>
    evidenceOrders.flatMap((evidence) =>
      couponNeedsClicks.map((needsClick) => ({ click, state, evidence, needsClick })),
    ),
  ),
);

/** Clicks are on the link of who holds the coupon now. If it has moved since, that is not who held it. */
function given({ click, state }: Case): Evidence {
  const suspended = { ...holder, status: "suspended" as const };
  const now = state === "suspended" ? suspended : holder;
  const then = state === "moved" ? formerHolder : now;
  const found = {
    "no click": undefined,
    "the holder's click": clickOf(now),
    "another's click": clickOf(other),
    "an expired click": clickOf(now, { clickedAt: later(NOON, -40 * 86_400_000), expiresAt: later(NOON, -1) }),
  };
  const coupon = { ...aCoupon, ended: state === "ended", affiliation: then };
  return { click: found[click], code: undefined, customer: undefined, coupon };
}

interface Expected {
  readonly who: AttributedAffiliation;
  readonly by: "click" | "coupon";
  readonly signs: readonly string[];
  readonly coupon: boolean;
  readonly loses?: AttributedAffiliation;
}

/** The table of the brief, written down again in another way. */
function expected({ click, state, evidence, needsClick }: Case): Expected | string {
  const clicked = click === "the holder's click" ? holder : click === "another's click" ? other : null;
  const held = state === "moved" ? formerHolder : holder;
  const isSame = clicked?.id === held.id;
  const refusal = {
    active: undefined,
    moved: undefined,
    ended: "coupon_ended",
    paused: "campaign_not_active",
    suspended: "affiliate_not_active",
  }[state];
  const lacks = needsClick !== "off" && !isSame;
  const couponRefusal = refusal ?? (needsClick === "refuse" && lacks ? "coupon_needs_click" : undefined);
  if (clicked === null && couponRefusal) return couponRefusal;
  if (clicked && (couponRefusal || isSame)) {
    if (state === "suspended" && clicked === holder) return "affiliate_not_active";
    // Both are recorded, also in a paused campaign; an ended coupon is not.
    return { who: clicked, by: "click", signs: [], coupon: isSame && state !== "ended" };
  }
  const without = lacks && needsClick === "sign" ? ["coupon_without_click"] : [];
  if (clicked === null) return { who: held, by: "coupon", signs: without, coupon: true };
  const disagree = "click_and_coupon_disagree";
  return evidence === "coupon"
    ? { who: held, by: "coupon", signs: [disagree, ...without], coupon: true, loses: clicked }
    : { who: clicked, by: "click", signs: [disagree], coupon: true, loses: held };
}

describe("clicks and coupons", () => {
  test("meet in 120 cases", () => {
    expect(cases).toHaveLength(120);
  });
  test.each(cases)("$click, coupon $state, evidence $evidence, needs click $needsClick", (each) => {
    const campaign = {
      ...aCampaign,
      evidence: each.evidence,
      couponNeedsClick: each.needsClick,
      status: each.state === "paused" ? ("paused" as const) : ("active" as const),
    };
    const result = outcomeOf(() => attribute(campaign, given(each), { now: NOON, paidAt: NOON }));
    const seen =
      typeof result === "string"
        ? result
        : {
            who: result.affiliation.id,
            by: result.attributedBy,
            signs: result.warningSigns,
            coupon: result.coupon !== null,
            loses: result.otherAffiliationId,
            click: result.clickId !== null,
          };
    const wanted = expected(each);
    expect(seen).toEqual(
      typeof wanted === "string"
        ? wanted
        : { ...wanted, who: wanted.who.id, loses: wanted.loses?.id ?? null, click: wanted.by === "click" },
    );
  });
});

describe("an order with a coupon", () => {
  const decide = (evidence: Partial<Evidence>, campaign = aCampaign) =>
    attribute(campaign, { click: undefined, code: undefined, customer: undefined, ...evidence }, AT_NOON);
  const AT_NOON = { now: NOON, paidAt: NOON };

  test("is the holder's if the click is of a suspended affiliate, whichever comes first", () => {
    const click = clickOf({ ...other, status: "suspended" });
    for (const evidence of evidenceOrders)
      expect(decide({ click, coupon: aCoupon }, { ...aCampaign, evidence })).toMatchObject({
        affiliation: { id: holder.id },
        warningSigns: [],
        otherAffiliationId: null,
      });
  });

  test("that is unknown is flagged next to a click or a code only if the shop says that it is an affiliate's", () => {
    expect(decide({ click: clickOf(other), coupon: "missing" }).warningSigns).toEqual(["coupon_unknown"]);
    expect(decide({ click: clickOf(other), coupon: "not_ours" }).warningSigns).toEqual([]);
    expect(decide({ code: other, coupon: "missing" }).warningSigns).toEqual(["code_without_click", "coupon_unknown"]);
    expect(decide({ code: other, coupon: "not_ours" }).warningSigns).toEqual(["code_without_click"]);
  });

  test("that ended leaves the order to a code, without a flag about the coupon", () => {
    const ended = { ...aCoupon, ended: true };
    expect(decide({ code: other, coupon: ended })).toMatchObject({
      attributedBy: "code",
      warningSigns: ["code_without_click"],
      coupon: null,
    });
  });

  test("says what is wrong with the coupon rather than with an old click, if the coupon exists", () => {
    const click = clickOf(other, { expiresAt: NOON });
    expect(outcomeOf(() => decide({ click, coupon: { ...aCoupon, ended: true } }))).toBe("coupon_ended");
    expect(outcomeOf(() => decide({ click, coupon: "missing" }))).toBe("outside_attribution_window");
    expect(outcomeOf(() => decide({ coupon: "not_ours", customer: "missing" }))).toBe("coupon_not_found");
    expect(outcomeOf(() => decide({ click: "missing", coupon: "missing" }))).toBe("click_not_found");
    expect(outcomeOf(() => decide({ code: "missing", coupon: "missing" }))).toBe("affiliate_code_not_found");
  });

  test("does not take over a bound customer, but is recorded if the holder is their affiliate", () => {
    const boundAt = later(NOON, -1);
    const binding = {
      affiliationId: other.id,
      affiliateId: other.affiliateId,
      planId: null,
      boundAt,
      firstOrderAt: boundAt,
    };
    const customer = { binding, affiliation: other };
    const campaign = { ...aCampaign, rebind: "click" as const };
    expect(decide({ customer, coupon: aCoupon }, campaign)).toMatchObject({
      attributedBy: "customer",
      affiliation: { id: other.id },
      boundToOther: true,
      rebinds: false,
      coupon: null,
    });
    const own = { binding: { ...binding, affiliationId: holder.id }, affiliation: holder };
    expect(decide({ customer: own, coupon: aCoupon })).toMatchObject({
      attributedBy: "coupon",
      coupon: { code: "ANNA10" },
    });
    // A renewal with an unknown coupon is not flagged.
    expect(decide({ customer, coupon: "missing" })).toMatchObject({ attributedBy: "customer", warningSigns: [] });
  });
});

describe("of several codes", () => {
  const coupon = (number: number, more: Partial<AttributedCoupon>): AttributedCoupon => ({
    ...aCoupon,
    id: idOf("coupon", uuid(number)),
    ...more,
  });
  const foreign = coupon(81, { campaignId: idOf("campaign", uuid(9)) });
  const ended = coupon(82, { ended: true });
  const suspended = coupon(83, { affiliation: { ...other, status: "suspended" } });
  const first = coupon(84, {});
  const second = coupon(85, { affiliation: other });

  test("the first one that can decide counts, then one that could have", () => {
    expect(chooseCoupon([foreign, ended, suspended, first, second], aCampaign.id)).toBe(first);
    expect(chooseCoupon([second, first], aCampaign.id)).toBe(second);
    expect(chooseCoupon([foreign, ended, suspended], aCampaign.id)).toBe(suspended);
    expect(chooseCoupon([foreign, ended], aCampaign.id)).toBe(ended);
    expect(chooseCoupon([foreign], aCampaign.id)).toBe(foreign);
    expect(chooseCoupon([], aCampaign.id)).toBeUndefined();
  });
});

describe("a customer's binding", () => {
  const boundAt = NOON;
  const binding = {
    affiliationId: holder.id,
    affiliateId: holder.affiliateId,
    planId: null,
    boundAt,
    firstOrderAt: boundAt,
  };
  const customer = { binding, affiliation: holder };
  const paid = (ms: number, evidence: Partial<Evidence>) => () =>
    attribute(
      aCampaign,
      { click: undefined, code: undefined, customer, ...evidence },
      { now: later(NOON, 86_400_000), paidAt: later(NOON, ms) },
    );

  test("attributes orders paid at or after it", () => {
    expect(paid(0, {})()).toMatchObject({ attributedBy: "customer", affiliation: { id: holder.id } });
    expect(paid(1, { code: other })()).toMatchObject({ attributedBy: "customer", boundToOther: true });
  });

  test("does not attribute an order that was paid before and arrives late", () => {
    expect(outcomeOf(paid(-1, {}))).toBe("customer_not_found");
    expect(paid(-1, { code: other })()).toMatchObject({ attributedBy: "code", affiliation: { id: other.id } });
    const click = clickOf(other);
    expect(paid(-1, { click })()).toMatchObject({
      attributedBy: "click",
      affiliation: { id: other.id },
      boundToOther: false,
      rebinds: false,
    });
  });
});
