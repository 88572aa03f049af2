import { bonusDueAt } from "../../domain/plan/bonus.ts";
import { monthOf } from "../../domain/plan/months.ts";
import { daysAfter, dayOf } from "../../domain/values/day.ts";
import type { AccountId, CampaignId } from "../../domain/ids.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { nextApprovalAt } from "../../store/conversions/auto-approval.ts";
import { nextScheduledDay } from "../../store/payouts/payout-settings.ts";
import { listCampaignsWithBonuses } from "../../store/plans/bonuses.ts";
import { nextRetryAt } from "../../store/test-mode/deliveries.ts";
import type { Services } from "../context.ts";

/** What the passing of time causes. Attribution windows and invitations need no work: reads compare the time. */
export const dueWork = ["approvals", "batches", "bonuses", "retries"] as const;
export type DueWork = (typeof dueWork)[number];

export interface NextStep {
  readonly at: Date;
  readonly work: ReadonlySet<DueWork>;
}

/** The next time after `now` at which something is due in the twin, and what. */
export async function nextStep({ db }: Services, twin: AccountId, now: Date): Promise<NextStep | undefined> {
  const times: Record<DueWork, Date | null> = {
    approvals: await nextApprovalAt(db, twin, now),
    batches: startOf(await nextScheduledDay(db, twin, dayOf(now))),
    bonuses: await nextBonusAt(db, twin, now),
    retries: await nextRetryAt(db, twin, now),
  };
  const at = dueWork.map((work) => times[work]).reduce(earlier, null);
  if (!at) return undefined;
  return { at, work: new Set(dueWork.filter((work) => times[work]?.getTime() === at.getTime())) };
}

const earlier = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b < a) ? b : a);

const startOf = (day: string | null): Date | null => (day === null ? null : new Date(`${day}T00:00:00.000Z`));

const CAMPAIGNS_AT_ONCE = 100;

/** When the month ends whose bonuses are next, and its last order has matured. */
async function nextBonusAt(db: Services["db"], twin: AccountId, now: Date): Promise<Date | null> {
  let next: Date | null = null;
  let after: CampaignId | null = null;
  for (;;) {
    const campaigns: Campaign[] = await listCampaignsWithBonuses(db, { after, limit: CAMPAIGNS_AT_ONCE, twin });
    for (const { maturationDays } of campaigns)
      next = earlier(next, bonusDueAt(monthOf(daysAfter(now, -maturationDays)), maturationDays));
    after = campaigns.at(-1)?.id ?? null;
    if (campaigns.length < CAMPAIGNS_AT_ONCE) return next;
  }
}
