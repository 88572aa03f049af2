import { createCoupon, endCoupon, moveCoupon } from "../../src/usecases/coupons/change-coupons.ts";
import { trackConversion, type TrackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { money } from "../domain/samples.ts";
import { aPartner, type Till } from "../payouts/till.ts";
import { aClick } from "../support/clicks.ts";
import { anOrderId } from "../support/world.ts";

/** A coupon that moved, one that ended, and orders by coupon, by both, and with another affiliate's click. */
export async function withCoupons(till: Till): Promise<void> {
  const { app, merchant, campaignId } = till;
  const { context } = merchant;
  const [joan, mary] = [await aPartner(till), await aPartner(till)];
  const { coupon } = await createCoupon(context, { campaignId, code: 'Straße "10" 😀', affiliateId: joan.id });
  const click = async (whose: typeof joan) => {
    const at = new Date(app.clock.now().getTime() - 3_600_000);
    return (await aClick({ app, merchant, campaignId, affiliate: whose }, { at })) as NonNullable<
      TrackConversion["clickId"]
    >;
  };
  const order = (clickId: TrackConversion["clickId"]) =>
    trackConversion(context, {
      campaignId,
      clickId,
      affiliateCode: undefined,
      couponCode: 'STRASSE "10" 😀',
      externalId: anOrderId(),
      amount: money(10_000),
    });
  await order(undefined);
  await order(await click(joan));
  await order(await click(mary));
  app.clock.forward({ seconds: 61 });
  await moveCoupon(context, { id: coupon.id, affiliateId: mary.id });
  const { coupon: ended } = await createCoupon(context, { campaignId, code: "ENDED", affiliateId: joan.id });
  await endCoupon(context, ended.id);
  await merchant.call("PATCH", `/v1/campaigns/${campaignId}`, {
    body: { evidence: "click", coupon_needs_click: "sign", coupon_click_days: 14 },
  });
}
