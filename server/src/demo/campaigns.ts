import type { Campaign } from "../domain/campaign.ts";
import { commissionRule } from "../domain/values/commission.ts";
import { parseCurrency } from "../domain/values/currency.ts";
import { moneyOf } from "../domain/values/money.ts";
import { changeApplicationPage } from "../usecases/affiliates/application-page.ts";
import { setAutoApprove } from "../usecases/conversions/set-auto-approve.ts";
import { createCampaign } from "../usecases/campaigns/create-campaign.ts";
import { archiveCampaign, updateCampaign } from "../usecases/campaigns/update-campaign.ts";
import { HOUR_MS, MINUTE_MS } from "./calendar.ts";
import { campaigns, type CampaignPart } from "./cast.ts";
import { dayMs, type Stage } from "./stage.ts";

export interface RunningCampaign {
  readonly part: CampaignPart;
  readonly campaign: Campaign;
  active: boolean;
}
/** By name; grows during the year. */
export type Campaigns = Map<string, RunningCampaign>;

export function planCampaigns(stage: Stage): Campaigns {
  const running: Campaigns = new Map();
  for (const [index, part] of campaigns.entries()) {
    const atMs = dayMs(stage, part.beginsOn) + index * MINUTE_MS;
    stage.calendar.plan(atMs, async () => {
      running.set(part.name, { part, campaign: await begin(stage, part), active: true });
    });
    if (part.ends) planEnd(stage, running, part);
  }
  return running;
}

async function begin({ merchant }: Stage, part: CampaignPart): Promise<Campaign> {
  const currency = parseCurrency(part.currency);
  const commission = currency && commissionRule(part.commission.type, part.commission.value, currency);
  if (!currency || !commission || typeof commission === "string") throw new Error(`${part.name} cannot be created.`);
  const campaign = await createCampaign(merchant, {
    name: part.name,
    targetUrl: `https://demo-shop.example${part.path}`,
    type: "CPA",
    visibility: part.visibility,
    commission,
    currency,
    attributionWindowDays: part.windowDays,
    maturationDays: part.maturationDays,
    maxBudgetMinor: part.budget === null ? null : moneyOf(part.budget, currency).minor,
    ...(part.plan && { plan: part.plan }),
  });
  if (part.autoApproves) await setAutoApprove(merchant, { id: campaign.id, autoApprove: "when_matured" });
  if (part.page !== null) await changeApplicationPage(merchant, campaign.id, { slug: part.page, isOpen: true });
  return campaign;
}

function planEnd({ calendar, merchant, startMs }: Stage, running: Campaigns, { name, ends }: CampaignPart): void {
  if (!ends) return;
  calendar.plan(dayMs({ startMs }, ends.on) + 10 * HOUR_MS, async () => {
    const found = running.get(name);
    if (!found) return;
    const { id } = found.campaign;
    found.active = false;
    if (ends.as === "archived") await archiveCampaign(merchant, id);
    else await updateCampaign(merchant, { id, change: () => ({ status: ends.as }) });
  });
}

/** Chosen so that the budget is nearly used up when people look at the demo. */
const NEARLY = 0.88;
const ROUND_TO_MINOR = 10_000n;

export async function tightenBudgets({ merchant }: Stage, running: Campaigns): Promise<void> {
  for (const { part, campaign } of running.values()) {
    if (part.budget === null || part.ends) continue;
    await updateCampaign(merchant, {
      id: campaign.id,
      change: ({ currentSpendMinor }) => {
        const budget = BigInt(Math.round(Number(currentSpendMinor) / NEARLY));
        return { maxBudgetMinor: (budget / ROUND_TO_MINOR + 1n) * ROUND_TO_MINOR };
      },
    });
  }
}
