import type { Tributary } from "tributary-sdk";

/** What a method of the client sends, and what it makes of the response. */
export interface Case {
  readonly call: (tributary: Tributary) => Promise<unknown>;
  readonly request: string;
  readonly body?: object;
  readonly answer: object;
  readonly result: unknown;
  /** Whether it may be retried when its outcome is unknown. */
  readonly repeated: boolean;
}

export const couponRequests: readonly Case[] = [
  {
    call: ({ coupons }) => coupons.list({ campaign_id: "c1", state: "active", limit: 10 }),
    request: "GET /campaigns/c1/coupons?state=active&limit=10",
    answer: { coupons: [{ id: "k1" }] },
    result: { coupons: [{ id: "k1" }] },
    repeated: true,
  },
  {
    call: ({ coupons }) => coupons.create({ campaign_id: "c1", code: "ANNA10", affiliate_id: "a1" }),
    request: "POST /campaigns/c1/coupons",
    body: { code: "ANNA10", affiliate_id: "a1" },
    answer: { coupon: { id: "k1" } },
    result: { id: "k1" },
    repeated: false,
  },
  {
    call: ({ coupons }) => coupons.move("k1", { affiliate_id: "a2" }),
    request: "PATCH /coupons/k1",
    body: { affiliate_id: "a2" },
    answer: { coupon: { id: "k1" } },
    result: { id: "k1" },
    repeated: true,
  },
  {
    call: ({ coupons }) => coupons.end("k1"),
    request: "DELETE /coupons/k1",
    answer: { success: true },
    result: undefined,
    repeated: true,
  },
];
