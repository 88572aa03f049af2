import type { CouponRow, PortalCoupon } from "tributary-sdk/pages";
import type { EvidenceOrder } from "tributary-sdk/words";
import { countText, numberText } from "../format/numbers.ts";
import type { Tone } from "./tones.ts";

/** What decides if a customer follows one affiliate's link and uses another's coupon, for affiliates. */
export const firstText: Readonly<Record<EvidenceOrder, string>> = {
  coupon:
    "Orders with your code are yours, even without a click. If a customer follows another affiliate's link, your coupon decides.",
  click:
    "Orders with your code are yours, even without a click. If a customer follows another affiliate's link, the link decides.",
};

const states: Readonly<Record<PortalCoupon["state"], { word: string; tone: Tone }>> = {
  active: { word: "Active", tone: "good" },
  ended: { word: "Ended", tone: "quiet" },
  moved: { word: "Moved", tone: "quiet" },
};

export const ownCouponState = ({ state }: Pick<PortalCoupon, "state">): { word: string; tone: Tone } => states[state];

/** An active coupon whose holder is not active counts for nobody. */
export function couponState({ state, holder }: Pick<CouponRow, "state" | "holder">): { word: string; tone: Tone } {
  return state === "active" && holder.status !== "active"
    ? { word: `Holder ${holder.status}`, tone: "warning" }
    : states[state];
}

type Orders = CouponRow["orders"];

const WHOLE = 100;

/** Rounded, but never 0% or 100% if there is an exception. */
export function shareWithoutClick({ with_click: clicked, without_click: bare }: Orders): number {
  const share = Math.round((bare / (clicked + bare)) * WHOLE);
  if (bare > 0 && clicked > 0) return Math.min(WHOLE - 1, Math.max(1, share));
  return bare > 0 ? WHOLE : 0;
}

/** `31 of 39 (79%)`. */
export function withoutClickText(orders: Orders): string {
  const all = orders.with_click + orders.without_click;
  return all === 0 ? "–" : `${numberText(orders.without_click)} of ${numberText(all)} (${shareWithoutClick(orders)}%)`;
}

const LEAK_ORDERS = 10;
const LEAK_SHARE = 75;

/** Whether the figures of a coupon suggest that its code has spread beyond the affiliate's audience. */
export const mayHaveLeaked = (orders: Orders): boolean =>
  orders.without_click >= LEAK_ORDERS && shareWithoutClick(orders) >= LEAK_SHARE;

export const leakText = ({ orders }: Pick<CouponRow, "orders">): string =>
  `${countText(orders.without_click, "order")} came without a click. That is normal for a podcast or print. Otherwise the code may be on a coupon site.`;
