import sql, { raw } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { idOf, uuidOf, type AccountId, type AffiliateId, type UserId } from "../../domain/ids.ts";
import type { Row } from "../row.ts";
import { inScope, type JobScope } from "../job-scope.ts";
import { withdrawableIn } from "../withdrawable.ts";

/** The payer in SEPA files, encrypted. */
export interface SealedPayer {
  readonly name: string;
  readonly ibanEncrypted: Uint8Array;
  readonly ibanHint: string;
  readonly bic: string | null;
}

export async function findPayer(db: Queryable, accountId: AccountId): Promise<SealedPayer | undefined> {
  const [row] = await db.query<{ name: string; iban_encrypted: Buffer; iban_hint: string; bic: string | null }>(sql`
    select name, iban_encrypted, iban_hint, bic from payers where account_id = ${uuidOf(accountId)}`);
  return row && { name: row.name, ibanEncrypted: row.iban_encrypted, ibanHint: row.iban_hint, bic: row.bic };
}

export async function lockPayer(tx: Tx, accountId: AccountId): Promise<SealedPayer | undefined> {
  await tx.query(sql`select account_id from payers where account_id = ${uuidOf(accountId)} for update`);
  return findPayer(tx, accountId);
}

export async function savePayer(
  tx: Tx,
  accountId: AccountId,
  { name, ibanEncrypted, ibanHint, bic, actor, at }: SealedPayer & { actor: string; at: Date },
): Promise<void> {
  await tx.query(sql`
    insert into payers (account_id, name, iban_encrypted, iban_hint, bic, changed_by, changed_at)
    values (${uuidOf(accountId)}, ${name}, ${ibanEncrypted}, ${ibanHint}, ${bic}, ${actor}, ${at})
    on conflict (account_id) do update set name = excluded.name, iban_encrypted = excluded.iban_encrypted,
      iban_hint = excluded.iban_hint, bic = excluded.bic, changed_by = excluded.changed_by, changed_at = excluded.changed_at`);
}

export async function deletePayer(tx: Tx, accountId: AccountId): Promise<void> {
  await tx.query(sql`delete from payers where account_id = ${uuidOf(accountId)}`);
}

/** A batch created automatically every month. */
export interface Schedule {
  readonly accountId: AccountId;
  readonly currency: Currency;
  readonly day: number;
  readonly minimumMinor: bigint;
  /** YYYY-MM-DD, UTC. */
  readonly nextOn: string;
}
/** A schedule as stored. */
export interface SavedSchedule extends Schedule {
  /** By an import, because the old installation may still run it. Saving the schedule enables it. */
  readonly disabled: boolean;
}
const scheduleColumns =
  raw(`account_id as "accountId", currency, day, minimum_minor as "minimumMinor", next_on as "nextOn",
  disabled_at is not null as disabled`);
const scheduleOf = (row: Row<SavedSchedule>): SavedSchedule => ({
  ...row,
  accountId: idOf("account", row.accountId),
});

export async function listSchedules(db: Queryable, accountId: AccountId): Promise<SavedSchedule[]> {
  const rows = await db.query<Row<SavedSchedule>>(sql`
    select ${scheduleColumns} from payout_schedules
    where account_id = ${uuidOf(accountId)} order by currency`);
  return rows.map(scheduleOf);
}

/** An affiliate's next monthly batch in one currency. */
export interface OwnSchedule {
  readonly affiliateId: AffiliateId;
  readonly currency: Currency;
  readonly nextOn: string;
  readonly minimumMinor: bigint;
  /** Approved commission on hold now that the batch will include. */
  readonly maturingMinor: bigint;
}

const rule = withdrawableIn("conversions");

export async function listSchedulesOfPerson(db: Queryable, userId: UserId, now: Date): Promise<OwnSchedule[]> {
  const rows = await db.query<Row<OwnSchedule>>(sql`
    select affiliate.id as "affiliateId", schedule.currency, schedule.next_on as "nextOn",
      schedule.minimum_minor as "minimumMinor", maturing.minor as "maturingMinor"
    from affiliates affiliate
    join payout_schedules schedule on schedule.account_id = affiliate.account_id and schedule.disabled_at is null
    join lateral (
      select coalesce(sum(commission_minor), 0)::int8 as minor from conversions
      where account_id = affiliate.account_id and affiliate_id = affiliate.id and commission_currency = schedule.currency
        and ${rule.maturing(now)} and ${rule.pickedFrom} <= schedule.next_on::timestamp at time zone 'UTC'
    ) maturing on true
    where affiliate.user_id = ${uuidOf(userId)}`);
  return rows.map((row) => ({ ...row, affiliateId: idOf("affiliate", row.affiliateId) }));
}

export async function lockSchedule(
  tx: Tx,
  accountId: AccountId,
  currency: Currency,
): Promise<SavedSchedule | undefined> {
  const [row] = await tx.query<Row<SavedSchedule>>(sql`
    select ${scheduleColumns} from payout_schedules
    where account_id = ${uuidOf(accountId)} and currency = ${currency} for update`);
  return row && scheduleOf(row);
}

export async function saveSchedule(
  tx: Tx,
  { accountId, currency, day, minimumMinor, nextOn }: Schedule,
  { actor, at }: { actor: string; at: Date },
): Promise<void> {
  await tx.query(sql`
    insert into payout_schedules (account_id, currency, day, minimum_minor, next_on, changed_by, changed_at)
    values (${uuidOf(accountId)}, ${currency}, ${day}, ${minimumMinor}, ${nextOn}, ${actor}, ${at})
    on conflict (account_id, currency) do update set day = excluded.day, minimum_minor = excluded.minimum_minor,
      next_on = excluded.next_on, disabled_at = null, changed_by = excluded.changed_by, changed_at = excluded.changed_at`);
}

export async function deleteSchedule(tx: Tx, accountId: AccountId, currency: Currency): Promise<void> {
  await tx.query(sql`
    delete from payout_schedules where account_id = ${uuidOf(accountId)} and currency = ${currency}`);
}

export async function listDueSchedules(db: Queryable, today: string, twin: JobScope): Promise<Schedule[]> {
  const rows = await db.query<Row<SavedSchedule>>(sql`
    select ${scheduleColumns} from payout_schedules
    where next_on <= ${today} and disabled_at is null and ${inScope(twin, "payout_schedules.account_id")}
    order by next_on, account_id, currency`);
  return rows.map(scheduleOf);
}

/** The schedule if it is still due, locked until the transaction ends so that no other process takes it. */
export async function lockDueSchedule(
  tx: Tx,
  { accountId, currency, today }: Pick<Schedule, "accountId" | "currency"> & { today: string },
): Promise<Schedule | undefined> {
  const [row] = await tx.query<Row<SavedSchedule>>(sql`
    select ${scheduleColumns} from payout_schedules
    where account_id = ${uuidOf(accountId)} and currency = ${currency} and next_on <= ${today} and disabled_at is null
    for update skip locked`);
  return row && scheduleOf(row);
}

/** The first day after `today` on which a schedule of a twin is due. */
export async function nextScheduledDay(db: Queryable, twin: AccountId, today: string): Promise<string | null> {
  const [row] = await db.query<{ day: string | null }>(sql`
    select min(next_on) as day from payout_schedules
    where account_id = ${uuidOf(twin)} and next_on > ${today} and disabled_at is null`);
  return row?.day ?? null;
}

export async function saveNextDay(tx: Tx, { accountId, currency }: Schedule, nextOn: string): Promise<void> {
  await tx.query(sql`
    update payout_schedules set next_on = ${nextOn} where account_id = ${uuidOf(accountId)} and currency = ${currency}`);
}
