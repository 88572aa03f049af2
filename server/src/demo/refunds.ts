import type { CampaignId, ConversionId } from "../domain/ids.ts";
import { updateCampaign } from "../usecases/campaigns/update-campaign.ts";
import { cancelRefund } from "../usecases/refunds/cancel-refund.ts";
import { editOrder } from "../usecases/refunds/edit-order.ts";
import { recordRefund, type RecordedRefund } from "../usecases/refunds/record-refund.ts";
import { DAY_MS } from "./calendar.ts";
import type { Campaigns } from "./campaigns.ts";
import type { Dice } from "./dice.ts";
import { unlessRefused, type Item, type Stage } from "./stage.ts";

/** As shares of all orders; `failed` is a share of all refunds. */
const ODDS = { refunded: 0.05, whole: 0.3, failed: 0.1, edited: 0.03 };
const REASONS = ["Wrong size.", "Arrived damaged.", "One item returned.", "Delivered too late."] as const;
/** Around the hold period: some refunds arrive before the commission is ready to pay, some after it was paid. */
const [SOON_DAYS, LATE_DAYS] = [1, 70];

export interface Bought {
  readonly id: ConversionId;
  readonly campaignId: CampaignId;
  readonly externalId: string;
  readonly boughtAt: Date;
  readonly amount: number;
  readonly items?: readonly Item[];
}

/** Part of the order is returned, or all of it; a few refunds fail later; some customers change their order. */
export function planReturns(stage: Stage, bought: Bought): void {
  const { calendar, dice } = stage;
  const nowMs = calendar.now().getTime();
  if (dice.happens(ODDS.edited)) {
    const amount = rounded(bought.amount * dice.between(0.6, 1.5));
    calendar.plan(nowMs + dice.between(0.1, LATE_DAYS / 2) * DAY_MS, () => edit(stage, bought, amount));
  }
  if (!dice.happens(ODDS.refunded)) return;
  const { amount, items } = dice.happens(ODDS.whole) ? { amount: bought.amount, items: null } : partOf(bought, dice);
  const reason = dice.pick(REASONS);
  const fails = dice.happens(ODDS.failed);
  const atMs = nowMs + dice.between(SOON_DAYS, LATE_DAYS) * DAY_MS;
  calendar.plan(atMs, async () => {
    const recorded = await refund(stage, bought, { amount, items, reason });
    if (!recorded || !fails) return;
    calendar.plan(atMs + 3 * DAY_MS, () => unlessRefused(() => cancelRefund(stage.merchant, recorded.refund.id)));
  });
}

/** One of the items, if the shop reported them. */
function partOf({ amount, items = [] }: Bought, dice: Dice): { amount: number; items: readonly Item[] | null } {
  const [item] = items;
  const share = rounded(amount * dice.between(0.1, 0.7));
  return item ? { amount: item.amount, items: [item] } : { amount: share, items: null };
}

const rounded = (amount: number): number => Math.round(amount * 100) / 100;

async function refund(
  { merchant }: Stage,
  { id, externalId }: Bought,
  { amount, items = null, reason }: { amount: number; items?: readonly Item[] | null; reason: string },
): Promise<RecordedRefund | undefined> {
  let recorded: RecordedRefund | undefined;
  await unlessRefused(async () => {
    recorded = await recordRefund(merchant, {
      of: { conversionId: id },
      source: "api",
      externalId: `${externalId}-R1`,
      amount,
      currency: undefined,
      items: items && items.map(({ sku, quantity }) => ({ sku, quantity })),
      reason,
    });
  });
  return recorded;
}

const edit = ({ merchant }: Stage, { id, externalId }: Bought, amount: number): Promise<boolean> =>
  unlessRefused(() => editOrder(merchant, { conversionId: id, source: "api", externalId: `${externalId}-E1`, amount }));

/** What a visitor is meant to find, whatever the dice decided: each works on the first order that allows it. */
export function planRareReturns(stage: Stage, orders: readonly Bought[]): void {
  const { calendar, endMs } = stage;
  const plan = (daysAgo: number, work: () => Promise<void>): void => calendar.plan(endMs - daysAgo * DAY_MS, work);
  plan(16, () => returnAfterPayment(stage, orders));
  plan(11, () => returnAnItem(stage, orders));
  plan(6, async () => {
    for (const bought of orders.toReversed()) if (await edit(stage, bought, rounded(bought.amount * 1.2))) return;
  });
}

async function returnAnItem(stage: Stage, orders: readonly Bought[]): Promise<void> {
  for (const bought of orders.toReversed()) {
    const [item] = bought.items ?? [];
    const returned = item && { amount: item.amount, items: [item], reason: REASONS[2] };
    if (returned && (await refund(stage, bought, returned))) return;
  }
}

/** The refund is deducted from the affiliate's next payout; when it fails, the deduction is given back. */
async function returnAfterPayment(stage: Stage, orders: readonly Bought[]): Promise<void> {
  const { calendar, merchant } = stage;
  const isOld = new Date(calendar.now().getTime() - LATE_DAYS * DAY_MS);
  const old = orders.filter(({ boughtAt }) => boughtAt < isOld);
  for (const bought of old.toReversed()) {
    const recorded = await refund(stage, bought, { amount: rounded(bought.amount / 2), reason: REASONS[3] });
    if (!recorded?.clawBack) continue;
    calendar.plan(calendar.now().getTime() + 3 * DAY_MS, () => cancelRefund(merchant, recorded.refund.id));
    return;
  }
}

/**
 * The last order of a campaign with a budget is refunded in part, the budget is lowered, and then the refund fails: the
 * conversion carries a warning sign.
 */
export async function failWithoutBudget(stage: Stage, orders: readonly Bought[], limited: Campaigns): Promise<void> {
  const { merchant } = stage;
  const budgeted = [...limited.values()].filter(({ part, active }) => part.budget !== null && active);
  const ids = new Set(budgeted.map(({ campaign }) => campaign.id));
  for (const bought of orders.toReversed().filter(({ campaignId }) => ids.has(campaignId))) {
    const recorded = await refund(stage, bought, { amount: rounded(bought.amount / 2), reason: REASONS[2] });
    if (!recorded || recorded.clawBack) continue;
    await updateCampaign(merchant, {
      id: bought.campaignId,
      change: ({ currentSpendMinor }) => ({ maxBudgetMinor: currentSpendMinor }),
    });
    const { conversion } = await cancelRefund(merchant, recorded.refund.id);
    if (conversion.origin.warningSigns.includes("budget_short")) return;
  }
}
