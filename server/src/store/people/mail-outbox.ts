import sql, { raw } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { switchableMails, type MailKind, type SwitchableMail } from "../../domain/mail.ts";
import { isOver } from "../time-limit.ts";

export interface NewMail {
  /** A bare UUID: emails are not part of the API. */
  readonly id: string;
  readonly kind: MailKind;
  readonly addressHash: Buffer;
  readonly sealed: Buffer;
  readonly createdAt: Date;
}
export interface LeasedMail {
  readonly id: string;
  readonly kind: MailKind;
  readonly sealed: Buffer;
  readonly attempts: number;
  /** An outcome counts only while the email still has this lease token. */
  readonly leaseToken: string;
}

export async function insertMail(tx: Tx, mail: NewMail): Promise<void> {
  await tx.query(sql`
    insert into mails (id, kind, address_hash, message_encrypted, status, due_at, created_at)
    values (${mail.id}, ${mail.kind}, ${mail.addressHash}, ${mail.sealed}, 'waiting', ${mail.createdAt}, ${mail.createdAt})`);
}

/** Leases a due email that has no current lease. No other sender gets it until the lease expires. */
export async function leaseMail(
  tx: Tx,
  { now, leaseUntil, leaseToken }: { now: Date; leaseUntil: Date; leaseToken: string },
): Promise<LeasedMail | undefined> {
  const isExpired = isOver(raw("lease_expires_at"), { now, fresh: leaseUntil });
  const [row] = await tx.query<{ id: string; kind: MailKind; message_encrypted: Buffer; attempts: number }>(sql`
    update mails set lease_token = ${leaseToken}, lease_expires_at = ${leaseUntil}
    where id = (
      select id from mails
      where status = 'waiting' and due_at <= ${now} and (lease_expires_at is null or ${isExpired})
      order by due_at, id limit 1
      for update skip locked)
    returning id, kind, message_encrypted, attempts`);
  return row && { id: row.id, kind: row.kind, sealed: row.message_encrypted, attempts: row.attempts, leaseToken };
}

type Leased = Pick<LeasedMail, "id" | "leaseToken">;

/** Deletes the text too, because it may contain links that grant access. */
export async function endMail(
  tx: Tx,
  { id, leaseToken }: Leased,
  end: { status: "sent" | "failed" | "dropped"; at: Date; attempts: number; failure: string | null },
): Promise<void> {
  await tx.query(sql`
    update mails set status = ${end.status}, message_encrypted = null, ended_at = ${end.at}, attempts = ${end.attempts},
      last_failure = ${end.failure}, lease_token = null, lease_expires_at = null
    where id = ${id} and lease_token = ${leaseToken} and status = 'waiting'`);
}

export async function postponeMail(
  tx: Tx,
  { id, leaseToken }: Leased,
  { dueAt, attempts, failure }: { dueAt: Date; attempts: number; failure: string },
): Promise<void> {
  await tx.query(sql`
    update mails set due_at = ${dueAt}, attempts = ${attempts}, last_failure = ${failure}, lease_token = null,
      lease_expires_at = null
    where id = ${id} and lease_token = ${leaseToken} and status = 'waiting'`);
}

export async function deleteMailsEndedBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query(sql`delete from mails where status <> 'waiting' and ended_at < ${before}`);
}

export async function isSwitchedOff(db: Queryable, addressHash: Buffer, kind: SwitchableMail): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from mail_switches where address_hash = ${addressHash} and kind = ${kind}`);
  return rows.length > 0;
}

export async function readSwitches(db: Queryable, addressHash: Buffer): Promise<Record<SwitchableMail, boolean>> {
  const rows = await db.query<{ kind: SwitchableMail }>(sql`
    select kind from mail_switches where address_hash = ${addressHash}`);
  const off = new Set(rows.map(({ kind }) => kind));
  return Object.fromEntries(switchableMails.map((kind) => [kind, !off.has(kind)])) as Record<SwitchableMail, boolean>;
}

export async function saveSwitch(
  tx: Tx,
  addressHash: Buffer,
  { kind, on, at }: { kind: SwitchableMail; on: boolean; at: Date },
): Promise<void> {
  await tx.query(
    on
      ? sql`delete from mail_switches where address_hash = ${addressHash} and kind = ${kind}`
      : sql`insert into mail_switches (address_hash, kind, off_since) values (${addressHash}, ${kind}, ${at})
          on conflict (address_hash, kind) do nothing`,
  );
}
