import type { Tx } from "../../db/database.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { newlyRecorded, type Conversion } from "../../domain/conversion.ts";
import { idOf, type AffiliationId } from "../../domain/ids.ts";
import { bonusesReached, bonusExternalId, dueMonths, traceOfBonus } from "../../domain/plan/bonus.ts";
import type { Month } from "../../domain/plan/months.ts";
import type { Bonus } from "../../domain/plan/plan.ts";
import { takeFromBudget } from "../../store/campaigns/campaigns.ts";
import { insertConversion } from "../../store/conversions/insert-conversion.ts";
import { shareAffiliation } from "../../store/conversions/tracking.ts";
import {
  listBonusCandidates,
  listBonusNames,
  listCampaignsWithBonuses,
  listMaturationChanges,
  type BonusCandidate,
} from "../../store/plans/bonuses.ts";
import { countOrders } from "../../store/plans/order-counts.ts";
import { findPlan, type StoredPlan } from "../../store/plans/plans.ts";
import { asSystem } from "../acting.ts";
import type { Services } from "../context.ts";
import { recordTransition } from "../conversions/record-transition.ts";
import { inPages } from "../in-pages.ts";
import { forEachIsolated } from "../isolated.ts";

const CAMPAIGNS_AT_ONCE = 100;
const AFFILIATIONS_AT_ONCE = 200;

/**
 * Creates the bonuses of the last months that are due, each once. One that has no room in the budget, or whose affiliate
 * is suspended, is tried again at the next run. Archived campaigns pay none.
 */
export async function payBonuses(services: Services): Promise<void> {
  const { db, twin } = services;
  const campaigns = inPages<Campaign>(CAMPAIGNS_AT_ONCE, (last) =>
    listCampaignsWithBonuses(db, { after: last?.id ?? null, limit: CAMPAIGNS_AT_ONCE, twin }),
  );
  await forEachIsolated(campaigns, (campaign) => payCampaign(services, campaign));
}

async function payCampaign(services: Services, campaign: Campaign): Promise<void> {
  const changes = await listMaturationChanges(services.db, campaign);
  for (const month of dueMonths(services.clock.now(), campaign.maturationDays, changes))
    await payMonth(services, campaign, month);
}

async function payMonth(services: Services, campaign: Campaign, month: Month): Promise<void> {
  let after: AffiliationId | null = null;
  for (;;) {
    const page = { month, after, limit: AFFILIATIONS_AT_ONCE };
    const candidates: BonusCandidate[] = await listBonusCandidates(services.db, campaign, page);
    for (const due of await unpaid(services, { campaign, month, candidates })) await payReached(services, due);
    after = candidates.at(-1)?.affiliationId ?? null;
    if (candidates.length < AFFILIATIONS_AT_ONCE) return;
  }
}

/** The bonuses that an affiliation did not get for the month. */
interface Due {
  readonly campaign: Campaign;
  readonly month: Month;
  readonly candidate: BonusCandidate;
  readonly stored: StoredPlan;
  readonly bonuses: readonly Bonus[];
}

async function unpaid(
  { db }: Services,
  { campaign, month, candidates }: Pick<Due, "campaign" | "month"> & { candidates: readonly BonusCandidate[] },
): Promise<Due[]> {
  const { accountId } = campaign;
  const all: Due[] = [];
  for (const candidate of candidates) {
    const stored = await findPlan(db, accountId, candidate.planId);
    all.push({ campaign, month, candidate, stored, bonuses: stored.plan.bonuses });
  }
  const names = all.flatMap((due) => due.bonuses.map((bonus) => nameOf(due, bonus)));
  const paid = await listBonusNames(db, accountId, names);
  return all
    .map((due) => ({ ...due, bonuses: due.bonuses.filter((bonus) => !paid.has(nameOf(due, bonus))) }))
    .filter(({ bonuses }) => bonuses.length > 0);
}

const nameOf = ({ candidate, month }: Pick<Due, "candidate" | "month">, { id }: Bonus): string =>
  bonusExternalId(id, candidate.affiliationId, month.name);

async function payReached(services: Services, due: Due): Promise<void> {
  const { campaign, candidate, month, stored, bonuses } = due;
  const { accountId } = campaign;
  const { affiliationId } = candidate;
  const day = month.from.toISOString().slice(0, 10);
  const approved = await countOrders(services.db, { accountId, affiliationId, month: day, statuses: ["approved"] });
  for (const bonus of bonusesReached({ ...stored.plan, bonuses }, approved)) await payBonus(services, due, bonus);
}

/** There is no room for it now. */
class NotNow extends Error {}

async function payBonus(services: Services, due: Due, bonus: Bonus): Promise<void> {
  try {
    await services.db.transaction((tx) => create(tx, services, newBonus(services, due, bonus)));
  } catch (error) {
    if (!(error instanceof NotNow)) throw error;
  }
}

async function create(tx: Tx, services: Services, { conversion, campaign }: NewBonus): Promise<void> {
  const { actor } = asSystem(services, campaign.accountId);
  const named = await insertOnce(tx, conversion, actor);
  if (!named) return;
  const { commission, accountId, affiliationId, createdAt: at } = named;
  if (!(await takeFromBudget(tx, campaign, { commission, statuses: ["active", "paused"] }))) throw new NotNow();
  if ((await shareAffiliation(tx, accountId, affiliationId)) !== "active") throw new NotNow();
  recordTransition(tx, services, { before: null, after: named, at });
}

const NAMES_MAX = 10;

/**
 * Under its name, or the first numbered one that no order of the shop has. A name is taken for good, so all processes
 * choose the same one. undefined if the bonus exists.
 */
async function insertOnce(tx: Tx, conversion: Conversion, actor: string): Promise<Conversion | undefined> {
  const { accountId, externalId: name } = conversion;
  for (let number = 1; number <= NAMES_MAX; number += 1) {
    const named = { ...conversion, externalId: number === 1 ? name : `${name}:${number}` };
    if (await insertConversion(tx, named, { actor, order: null })) return named;
    if ((await listBonusNames(tx, accountId, [named.externalId])).size > 0) return undefined;
  }
  return undefined;
}

interface NewBonus {
  readonly conversion: Conversion;
  readonly campaign: Campaign;
}

function newBonus({ clock, random }: Services, due: Due, bonus: Bonus): NewBonus {
  const { campaign, candidate, stored } = due;
  const { value } = bonus;
  const now = clock.now();
  const amount = { ...value, minor: 0n };
  const conversion: Conversion = {
    id: idOf("conversion", random.uuid(now)),
    accountId: campaign.accountId,
    campaignId: campaign.id,
    affiliateId: candidate.affiliateId,
    affiliationId: candidate.affiliationId,
    externalId: nameOf(due, bonus),
    kind: "bonus",
    customerKey: null,
    planned: { planId: stored.id, version: stored.version, ordinal: null, trace: traceOfBonus(bonus) },
    countedMonth: null,
    amount,
    commission: value,
    original: { amount, commission: value },
    refundedMinor: 0n,
    hasRefunds: false,
    partOf: null,
    ...newlyRecorded(now, campaign.maturationDays),
    origin: {
      attributedBy: "bonus",
      clickId: null,
      clickedAt: null,
      clickExpiresAt: null,
      addressHash: null,
      rule: { type: "fixed", fixed: value },
      scalesFixed: campaign.scalesFixed,
      warningSigns: [],
      coupon: null,
      otherAffiliationId: null,
    },
  };
  return { conversion, campaign };
}
