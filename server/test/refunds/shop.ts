import sql from "sql-template-tag";
import { expect } from "vitest";
import { uuidOf, type AffiliateId } from "../../src/domain/ids.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { currency } from "../domain/samples.ts";
import { aPartner, aTill, type Paid, type Till } from "../payouts/till.ts";
import type { TestApp, TestResponse } from "../support/app.ts";
import { ledgerFaults } from "../support/world.ts";

/** 20% of every order, by one affiliate who can be paid. */
export async function aShop(app: TestApp, more: Record<string, unknown> = {}): Promise<Till & { partner: Paid }> {
  const till = await aTill(app, { commission_value: 20, ...more });
  return { ...till, partner: await aPartner(till) };
}

let numbers = 0;
export const refundOf = ({ merchant }: Till, id: string, body: Record<string, unknown>): Promise<TestResponse> =>
  merchant.call("POST", `/v1/conversions/${id}/refunds`, {
    body: { external_id: `refund-${(numbers += 1)}`, ...body },
  });

export const cancel = ({ merchant }: Till, refund: TestResponse): Promise<TestResponse> =>
  merchant.call("POST", `/v1/refunds/${refund.body.refund.id}/cancel`);

export async function conversionIn({ merchant, campaignId }: Till, id: string) {
  const listed = await merchant.call("GET", `/v1/campaigns/${campaignId}/conversions`);
  return (listed.body.conversions as Record<string, unknown>[]).find((one) => one["id"] === id);
}

export async function spendOf({ merchant, campaignId }: Till): Promise<number> {
  return (await merchant.call("GET", `/v1/campaigns/${campaignId}`)).body.campaign.current_spend as number;
}

export async function pay({ merchant }: Till, { id }: Paid): Promise<number> {
  const payout = await createPayout(merchant.context, { affiliateId: id, currency: currency("EUR") });
  await settlePayout(merchant.context, { id: payout.id, action: "mark_paid" });
  return Number(payout.amount.minor);
}

export const sound = async (app: TestApp): Promise<void> => expect(await ledgerFaults(app)).toEqual([]);

/** What the affiliate's next payouts deduct; below 0, what they return. */
export async function owedBack({ merchant }: Till, affiliateId: AffiliateId): Promise<bigint> {
  const [row] = await merchant.context.db.query<{ minor: bigint }>(sql`
    select coalesce(sum(amount_minor), 0)::int8 as minor from claw_backs
    where affiliate_id = ${uuidOf(affiliateId)} and payout_id is null`);
  return row?.minor ?? 0n;
}
