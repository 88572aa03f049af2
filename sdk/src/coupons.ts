import { as, done, READ, whenAlready } from "./calls.ts";
import type { CouponMove, CouponPage, CouponQuery, NewCoupon } from "./requests.ts";
import type { Coupon } from "./resources.ts";
import type { CallOptions, Transport } from "./transport.ts";

interface InCampaign {
  readonly campaign_id: string;
}

export interface Coupons {
  /** One page of a campaign's coupons, newest first. */
  list(query: InCampaign & CouponQuery, options?: CallOptions): Promise<CouponPage>;
  /** Not retried when its outcome is unknown: the code would be taken. */
  create(coupon: InCampaign & NewCoupon, options?: CallOptions): Promise<Coupon>;
  /** Orders paid from now on are the new holder's. */
  move(id: string, move: CouponMove, options?: CallOptions): Promise<Coupon>;
  /** Its code is free again; its history stays. */
  end(id: string, options?: CallOptions): Promise<void>;
}

export function couponsOver(send: Transport): Coupons {
  const pathOf = (campaign: string) => ["campaigns", campaign, "coupons"];
  const one = async (answer: Promise<object>): Promise<Coupon> => (await as<{ coupon: Coupon }>(answer)).coupon;
  return {
    list: ({ campaign_id: id, ...query }, options) => as(send({ ...READ, path: pathOf(id), query }, options)),
    create: ({ campaign_id: id, ...body }, options) =>
      one(send({ method: "POST", path: pathOf(id), body, repeatable: false }, options)),
    move: (id, body, options) => one(send({ method: "PATCH", path: ["coupons", id], body, repeatable: true }, options)),
    end: (id, options) => {
      const recover = whenAlready("coupon_already_ended");
      return done(send({ method: "DELETE", path: ["coupons", id], repeatable: true, recover }, options));
    },
  };
}
