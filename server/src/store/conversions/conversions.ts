import type { ConversionKind } from "tributary-sdk/words";
import sql, { empty, raw, type Sql } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { CommissionType } from "../../domain/values/commission.ts";
import type { Conversion, ConversionStatus, Planned, WarningSign } from "../../domain/conversion.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { parseTrace, traceJson, type TraceJson } from "../../domain/plan/trace.ts";
import { idOf, uuidOf, type AccountId, type ConversionId, type RefundId } from "../../domain/ids.ts";
import { ruleOf } from "../campaigns/campaigns.ts";
import type { Transition, TransitionNote } from "./transitions.ts";

export interface ConversionRow {
  id: string;
  account_id: string;
  campaign_id: string;
  affiliate_id: string;
  affiliation_id: string;
  external_id: string;
  amount_minor: bigint;
  currency: Currency;
  commission_minor: bigint;
  commission_currency: Currency;
  status: ConversionStatus;
  created_at: Date;
  matures_at: Date;
  approved_at: Date | null;
  rejected_at: Date | null;
  rejection_reason: string | null;
  payout_id: string | null;
  seq: number;
  attributed_by: Conversion["origin"]["attributedBy"];
  click_id: string | null;
  clicked_at: Date | null;
  click_expires_at: Date | null;
  commission_type: CommissionType;
  commission_value: bigint;
  rule_currency: Currency;
  warning_signs: WarningSign[];
  address_hash: Buffer | null;
  original_amount_minor: bigint | null;
  original_commission_minor: bigint | null;
  released: boolean;
  refunded_minor: bigint;
  part_of: string | null;
  scales_fixed: boolean;
  kind: ConversionKind;
  customer_key: Buffer | null;
  plan_id: string | null;
  plan_version: number | null;
  ordinal: number | null;
  trace: TraceJson | null;
  counted_month: string | null;
  coupon_id: string | null;
  coupon_code: string | null;
  other_affiliation_id: string | null;
}
export const conversionColumns = raw(
  `id, account_id, campaign_id, affiliate_id, affiliation_id, external_id, amount_minor, currency, commission_minor,
  commission_currency, status, created_at, matures_at, approved_at, rejected_at, rejection_reason, payout_id, seq,
  attributed_by, click_id, clicked_at, click_expires_at, commission_type, commission_value, rule_currency, warning_signs,
  address_hash, original_amount_minor, original_commission_minor, released, refunded_minor, part_of,
  scales_fixed, kind, customer_key, plan_id, plan_version, ordinal, trace, counted_month,
  coupon_id, coupon_code, other_affiliation_id`,
);

export async function findIdByOrder(
  db: Queryable,
  account: AccountId,
  externalId: string,
): Promise<ConversionId | undefined> {
  const [row] = await db.query<{ id: string }>(sql`
    select id from conversions where account_id = ${uuidOf(account)} and external_id = ${externalId}`);
  return row && idOf("conversion", row.id);
}

export async function lockConversion(tx: Tx, account: AccountId, id: ConversionId): Promise<Conversion | undefined> {
  const [row] = await tx.query<ConversionRow>(
    sql`select ${conversionColumns} from conversions where account_id = ${uuidOf(account)} and id = ${uuidOf(id)} for no key update`,
  );
  return row && conversionOf(row);
}

/**
 * All conversions of the order, none if it is a bonus. The first one first, locked by ID like the lines of a payout. The parts are read once
 * the first one is locked, because new ones are added only under that lock.
 */
export const lockOrderOf = (tx: Tx, account: AccountId, id: ConversionId): Promise<Conversion[]> =>
  orderOf(tx, { account, id }, sql`for no key update`);

/** The same without locks. */
export const findOrderConversions = (db: Queryable, account: AccountId, id: ConversionId): Promise<Conversion[]> =>
  orderOf(db, { account, id }, empty);

async function orderOf(
  db: Queryable,
  { account, id }: { account: AccountId; id: ConversionId },
  lock: Sql,
): Promise<Conversion[]> {
  const first = sql`(select coalesce(part_of, id) from conversions
    where account_id = ${uuidOf(account)} and id = ${uuidOf(id)} and kind <> 'bonus')`;
  const rows = await Promise.all([
    db.query<ConversionRow>(sql`
      select ${conversionColumns} from conversions where account_id = ${uuidOf(account)} and id = ${first} ${lock}`),
    db.query<ConversionRow>(sql`
      select ${conversionColumns} from conversions where account_id = ${uuidOf(account)} and part_of = ${first}
      order by id ${lock}`),
  ]);
  return rows.flat().map(conversionOf);
}

export interface SavedTransition {
  readonly from: ConversionStatus;
  readonly after: Conversion;
  readonly action: Exclude<Transition["action"], "track">;
  /** Whether the amount, the commission or the original changed. */
  readonly changesWorth?: boolean;
  readonly refundId?: RefundId | null | undefined;
}

/** Saves the state after an action and its history entry. The row is locked, so a missing row is a bug. */
export async function saveConversion(
  tx: Tx,
  { from, after, action, changesWorth = false, refundId }: SavedTransition,
  { actor, reason, at }: TransitionNote,
): Promise<void> {
  const rows = await tx.query(sql`
    with saved as (
      update conversions set status = ${after.status}, approved_at = ${after.approvedAt}, rejected_at = ${after.rejectedAt},
        rejection_reason = ${after.rejectionReason}, seq = ${after.seq} ${changesWorth ? sql`, ${worthOf(after)}` : empty}
      where account_id = ${uuidOf(after.accountId)} and id = ${uuidOf(after.id)} and status = ${from}
      returning id
    )
    insert into conversion_transitions (conversion_id, seq, action, status, actor, reason, at, refund_id, amount_minor,
      commission_minor)
    select id, ${after.seq}::int, ${action}::text, ${after.status}, ${actor}, ${reason}, ${at},
      ${refundId ? uuidOf(refundId) : null}::uuid, ${after.amount.minor}::int8, ${after.commission.minor}::int8 from saved
    returning seq`);
  if (rows.length !== 1) throw new Error(`Conversion ${after.id} was no longer ${from}, although it was locked.`);
}

/** Saves what a refund changed without a transition. */
export async function saveRefunded(tx: Tx, after: Conversion): Promise<void> {
  await tx.query(sql`
    update conversions set ${worthOf(after)}
    where account_id = ${uuidOf(after.accountId)} and id = ${uuidOf(after.id)}`);
}

const worthOf = ({ amount, commission, original, refundedMinor, origin, planned }: Conversion): Sql => sql`
  amount_minor = ${amount.minor}, commission_minor = ${commission.minor}, original_amount_minor = ${original.amount.minor},
  original_commission_minor = ${original.commission.minor}, refunded_minor = ${refundedMinor},
  warning_signs = ${origin.warningSigns} ${planned ? sql`, trace = ${JSON.stringify(traceJson(planned.trace))}` : empty}`;

export async function findConversion(
  db: Queryable,
  account: AccountId,
  id: ConversionId,
): Promise<Conversion | undefined> {
  const [row] = await db.query<ConversionRow>(
    sql`select ${conversionColumns} from conversions where account_id = ${uuidOf(account)} and id = ${uuidOf(id)}`,
  );
  return row && conversionOf(row);
}

export function conversionOf(row: ConversionRow): Conversion {
  const amount = { minor: row.amount_minor, currency: row.currency };
  const commission = { minor: row.commission_minor, currency: row.commission_currency };
  return {
    id: idOf("conversion", row.id),
    accountId: idOf("account", row.account_id),
    campaignId: idOf("campaign", row.campaign_id),
    affiliateId: idOf("affiliate", row.affiliate_id),
    affiliationId: idOf("affiliation", row.affiliation_id),
    externalId: row.external_id,
    kind: row.kind,
    customerKey: row.customer_key,
    planned: plannedOf(row),
    countedMonth: row.counted_month,
    amount,
    commission,
    original: {
      amount: { ...amount, minor: row.original_amount_minor ?? amount.minor },
      commission: { ...commission, minor: row.original_commission_minor ?? commission.minor },
    },
    refundedMinor: row.refunded_minor,
    hasRefunds: row.original_amount_minor !== null,
    partOf: row.part_of === null ? null : idOf("conversion", row.part_of),
    status: row.status,
    createdAt: row.created_at,
    maturesAt: row.matures_at,
    approvedAt: row.approved_at,
    rejectedAt: row.rejected_at,
    rejectionReason: row.rejection_reason,
    payoutId: row.payout_id === null ? null : idOf("payout", row.payout_id),
    released: row.released,
    seq: row.seq,
    origin: {
      attributedBy: row.attributed_by,
      clickId: row.click_id === null ? null : idOf("click", row.click_id),
      clickedAt: row.clicked_at,
      clickExpiresAt: row.click_expires_at,
      rule: ruleOf(row.commission_type, row.commission_value, row.rule_currency),
      scalesFixed: row.scales_fixed,
      warningSigns: row.warning_signs,
      addressHash: row.address_hash,
      coupon:
        row.coupon_id === null || row.coupon_code === null
          ? null
          : { id: idOf("coupon", row.coupon_id), code: row.coupon_code },
      otherAffiliationId: row.other_affiliation_id === null ? null : idOf("affiliation", row.other_affiliation_id),
    },
  };
}

const plannedOf = ({ plan_id: planId, plan_version: version, ordinal, trace }: ConversionRow): Planned | null =>
  planId === null || version === null || trace === null
    ? null
    : new StoredPlanned({ planId: idOf("plan", planId), version, ordinal }, trace);

/** An order with many items has a long trace, and lists of conversions do not need it. So it is parsed at first use. */
class StoredPlanned implements Planned {
  readonly planId: Planned["planId"];
  readonly version: number;
  readonly ordinal: number | null;
  readonly #stored: TraceJson;
  #trace: Planned["trace"] | undefined;

  constructor({ planId, version, ordinal }: Omit<Planned, "trace">, stored: TraceJson) {
    this.planId = planId;
    this.version = version;
    this.ordinal = ordinal;
    this.#stored = stored;
  }

  get trace(): Planned["trace"] {
    return (this.#trace ??= parseTrace(this.#stored));
  }
}
