import { claim, click, join, joinToo } from "./affiliate.ts";
import { Merchant, send } from "./merchant.ts";

interface Furnished {
  readonly cookie: string;
  /** Each page with a text that shows once it has loaded. */
  readonly pages: readonly (readonly [path: string, landmark: string])[];
  /** Pages that need no session. */
  readonly open: readonly (readonly [path: string, landmark: string])[];
  readonly merchant: Merchant;
  readonly ofMerchant: readonly (readonly [path: string, landmark: string])[];
}

/** An affiliate of two merchants with data on every page. */
export async function furnish(origin: string): Promise<Furnished> {
  const merchant = await Merchant.signUp(origin);
  const other = await Merchant.signUp(origin, "Northern Light Coffee");
  const [campaignId, quickId, privateId, otherId] = await Promise.all([
    merchant.campaign(),
    merchant.campaign({ name: "Clearance", maturation_days: 0 }),
    merchant.campaign({ name: "By approval", visibility: "private" }),
    other.campaign({ name: "Beans", commission_type: "fixed", commission_value: 5, currency: "USD" }),
  ]);
  const joined = await join(merchant, campaignId);
  const quick = await joinToo(merchant, quickId, joined);
  await joinToo(merchant, privateId, joined);
  const beans = await joinToo(other, otherId, joined);
  const [key, otherKey] = await Promise.all([merchant.key(), other.key()]);
  const { affiliate_code: code, unique_link: link } = joined.affiliation;
  const clicks = await Promise.all(Array.from({ length: 12 }, () => click(`${link}?sub=newsletter`)));
  const coupon = { code: "ADA10", affiliate_id: joined.affiliation.affiliate_id };
  await merchant.call("POST", `campaigns/${campaignId}/coupons`, coupon);
  const order = { campaign_id: campaignId, amount: 120 };
  const first = await merchant.track(key, { ...order, external_id: "order-1", click_id: clicks[0] });
  const second = await merchant.track(key, { ...order, external_id: "order-2", affiliate_code: code });
  await merchant.track(key, { ...order, external_id: "order-3", click_id: clicks[1], amount: 49.99 });
  const matured = { campaign_id: quickId, affiliate_code: quick.affiliate_code, amount: 80 };
  const third = await merchant.track(key, { ...matured, external_id: "order-4" });
  await other.track(otherKey, { campaign_id: otherId, affiliate_code: beans.affiliate_code, external_id: "b-1" });
  await merchant.call("POST", `conversions/${first.id}/approve`);
  await merchant.call("POST", `conversions/${third.id}/approve`);
  await merchant.call("POST", `conversions/${second.id}/reject`, { reason: "Sent back by the buyer" });
  const answered = await claim(merchant, joined, "order-98");
  await merchant.call("POST", `claims/${answered.id}/answer`, { text: "This order was paid with a gift card." });
  const open = await claim(merchant, joined, "order-99");
  const iban = { kind: "iban", iban: "DE89 3704 0044 0532 0130 00" };
  await send(origin, "PATCH", "/api/portal/profile", {
    cookie: joined.cookie,
    body: { payout_details: iban, password: "correct horse battery" },
  });
  const stranger = new URL(await merchant.invite(campaignId, `stranger-of-${merchant.accountId}@partner.example`))
    .pathname;
  return {
    cookie: joined.cookie,
    merchant,
    pages: [
      ["/portal", "Trend"],
      ["/portal/campaigns", "Beans"],
      [`/portal/campaigns/${campaignId}`, "Copy code"],
      [`/portal/campaigns/${privateId}`, "has not approved you yet"],
      ["/portal/conversions", "Sent back by the buyer"],
      [`/portal/conversions/${first.id}`, "newsletter"],
      [`/portal/conversions/${second.id}`, "Rejected by the merchant"],
      ["/portal/earnings", thisMonth()],
      ["/portal/claims", "gift card"],
      ["/portal/profile", "This browser"],
      ["/portal/campaigns/unknown", "Campaign not found."],
      [stranger, "This invitation is for someone else"],
    ],
    open: [
      [stranger, "Join"],
      ["/invite/unknown", "Unknown invitation"],
      ["/signin?forgot=yes", "Email isn't set up on this server"],
      ["/reset/token", "Choose a new password"],
    ],
    ofMerchant: [
      ["claims", "order-99"],
      [`claims/${open.id}`, "Record conversion"],
      [`claims/${answered.id}`, "Your answer"],
    ],
  };
}

/** The name of the month in the list of earnings. */
const thisMonth = (): string =>
  new Intl.DateTimeFormat("en", { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date());
