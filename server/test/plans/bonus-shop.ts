import sql from "sql-template-tag";
import type { CommissionPlan, PlanBonus } from "tributary-sdk/plan";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { parseId, uuidOf, type AffiliationId } from "../../src/domain/ids.ts";
import { updateCampaign } from "../../src/usecases/campaigns/update-campaign.ts";
import { aPartner, aTill, earn, earnApproved, type Paid, type Till } from "../payouts/till.ts";
import { MovableClock, type TestApp } from "../support/app.ts";
import { wideAppForFile, type WideApp } from "../support/parallel.ts";

export interface BonusShop extends Till {
  readonly partner: Paid;
  readonly affiliationId: AffiliationId;
}

export const aBonus = (reach: number, value: number, id = `b${reach}`): PlanBonus => ({
  id,
  measure: "conversions",
  counts: "approved",
  period: "month",
  reach,
  value,
});
export const planWith = (...bonuses: PlanBonus[]): CommissionPlan => ({
  base: { type: "percentage", value: 10 },
  ...(bonuses.length > 0 && { bonuses }),
});

export const setPlan = ({ merchant, campaignId }: Till, plan: CommissionPlan): Promise<unknown> =>
  updateCampaign(merchant.context, { id: campaignId, change: () => ({}), plan });

let ours: WideApp | undefined;

/** One application for all shops of a file. Each test starts on 1 March 2026, whenever the one before has ended. */
export function bonusAppForFile(): () => WideApp {
  const app = (): WideApp => {
    if (!ours) throw new Error("The application exists only while tests run.");
    return ours;
  };
  beforeAll(async () => {
    ours = await wideAppForFile();
  });
  beforeEach(() => app().clock.set(new MovableClock().now()));
  afterAll(() => {
    ours = undefined;
  });
  return app;
}

/** On 1 March 2026, with seven days on hold: bonuses for March are due on 8 April. */
export async function aBonusShop(
  plan: CommissionPlan,
  { on = ours, ...more }: Record<string, unknown> & { on?: TestApp } = {},
): Promise<BonusShop> {
  const till = await aTill(on, { commission_value: 10, ...more });
  await setPlan(till, plan);
  const partner = await aPartner(till);
  return { ...till, partner, affiliationId: affiliationIdOf(partner) };
}

export function affiliationIdOf({ affiliationId }: Paid): AffiliationId {
  const id = parseId("affiliation", affiliationId);
  if (!id) throw new Error("Not an ID.");
  return id;
}

export async function approvedOrders(shop: BonusShop, count: number, partner = shop.partner): Promise<void> {
  for (let order = 0; order < count; order += 1) await earnApproved(shop, partner, 10_000);
}
export const pendingOrder = (shop: BonusShop): Promise<unknown> => earn(shop, shop.partner, 10_000);

export const moveTo = ({ app }: Till, at: string): void => app.clock.set(new Date(at));
export const DUE = "2026-04-08T00:00:00.000Z";

export interface BonusRow {
  id: string;
  external_id: string;
  commission: number;
  status: string;
}

/** All bonuses of the account, oldest first. */
export async function bonusesOf({ app, merchant }: Till): Promise<BonusRow[]> {
  return app.db.query<BonusRow>(sql`
    select id, external_id, (commission_minor / 100.0)::float as commission, status from conversions
    where account_id = ${uuidOf(merchant.accountId)} and kind = 'bonus' order by created_at, external_id`);
}
export const paidFor = async (till: Till): Promise<number[]> =>
  (await bonusesOf(till)).map(({ commission }) => commission);
