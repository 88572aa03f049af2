import type { PlanSource } from "tributary-sdk/words";
import sql, { raw } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { BoundedMap } from "../../domain/bounded-map.ts";
import {
  idOf,
  uuidOf,
  type AccountId,
  type AffiliationId,
  type CampaignId,
  type GroupId,
  type PlanId,
} from "../../domain/ids.ts";
import { planJson } from "../../domain/plan/plan-json.ts";
import type { Plan } from "../../domain/plan/plan.ts";
import { parsedPlan, parseInTurns, type PlanDocument } from "../parsed-plans.ts";

/** A version of what a campaign, a group or one affiliate pays. */
export interface StoredPlan {
  readonly id: PlanId;
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  /** What it was made for. */
  readonly scope: CampaignId | GroupId | AffiliationId;
  readonly source: PlanSource;
  readonly version: number;
  readonly plan: Plan;
  readonly actor: string;
  readonly createdAt: Date;
}

export interface PlanRow extends PlanDocument {
  account_id: string;
  campaign_id: string;
  scope_id: string;
  source: PlanSource;
  version: number;
  actor: string;
  created_at: Date;
}
const columns = raw("id, account_id, campaign_id, scope_id, source, version, body, currency, actor, created_at");

const KEPT_MAX = 1_000;
/** Plans never change. */
const kept = new BoundedMap<PlanId, StoredPlan>(KEPT_MAX);

export async function findPlan(db: Queryable, account: AccountId, id: PlanId): Promise<StoredPlan> {
  const found = kept.get(id);
  if (found?.accountId === account) return found;
  const [row] = await db.query<PlanRow>(sql`
    select ${columns} from plans where account_id = ${uuidOf(account)} and id = ${uuidOf(id)}`);
  if (!row) throw new Error(`Plan ${id} is missing.`);
  return planOf(row);
}

export async function findPlanVersion(
  db: Queryable,
  { accountId, campaignId }: { accountId: AccountId; campaignId: CampaignId },
  version: number,
): Promise<StoredPlan | undefined> {
  const [row] = await db.query<PlanRow>(sql`
    select ${columns} from plans
    where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)} and version = ${version}`);
  return row && planOf(row);
}

/** null: its members have the campaign's plan. */
export async function findGroupPlan(db: Queryable, account: AccountId, group: GroupId): Promise<PlanId | null> {
  const [row] = await db.query<{ plan_id: string | null }>(sql`
    select plan_id from groups where account_id = ${uuidOf(account)} and id = ${uuidOf(group)}`);
  return row?.plan_id ? idOf("plan", row.plan_id) : null;
}

/** The campaign is locked, so that no two plans get the same version. */
export async function insertPlan(tx: Tx, stored: StoredPlan): Promise<void> {
  await tx.query(sql`
    insert into plans (${columns})
    values (${uuidOf(stored.id)}, ${uuidOf(stored.accountId)}, ${uuidOf(stored.campaignId)}, ${uuidOf(stored.scope)}, ${stored.source},
      ${stored.version}, ${JSON.stringify(planJson(stored.plan))}, ${stored.plan.currency}, ${stored.actor}, ${stored.createdAt})`);
}

/** 0 if the campaign has no plan yet. */
export async function highestVersion(tx: Tx, account: AccountId, campaign: CampaignId): Promise<number> {
  const [row] = await tx.query<{ version: number | null }>(sql`
    select max(version) as version from plans where account_id = ${uuidOf(account)} and campaign_id = ${uuidOf(campaign)}`);
  return row?.version ?? 0;
}

const scopeKinds = { campaign: "campaign", group: "group", override: "affiliation" } as const;

/** In the order of the rows. Other requests get a turn while many are parsed. */
export async function plansOf(rows: readonly PlanRow[]): Promise<StoredPlan[]> {
  await parseInTurns(rows);
  return rows.map(planOf);
}

function planOf(row: PlanRow): StoredPlan {
  const stored: StoredPlan = {
    id: idOf("plan", row.id),
    accountId: idOf("account", row.account_id),
    campaignId: idOf("campaign", row.campaign_id),
    scope: idOf(scopeKinds[row.source], row.scope_id),
    source: row.source,
    version: row.version,
    plan: parsedPlan(row),
    actor: row.actor,
    createdAt: row.created_at,
  };
  kept.set(stored.id, stored);
  return stored;
}
