import sql, { empty } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { firstUuidAt, idOf, uuidOf, type AccountId } from "../../domain/ids.ts";
import type { MailKind } from "../../domain/mail.ts";
import { newestFirst, type List, type OfAccount } from "../page.ts";

/** A mail in the box of a twin. */
export interface TestMail {
  /** A bare UUID: emails are not part of the API. */
  readonly id: string;
  readonly accountId: AccountId;
  readonly kind: MailKind;
  readonly sealed: Buffer;
  readonly createdAt: Date;
}

/** More are not kept: the oldest make room. */
const MAILS_MAX = 1_000;

/** The hash is that of the address alone: an erasure finds it in all twins. */
export async function insertTestMail(tx: Tx, mail: TestMail & { readonly addressHash: Buffer }): Promise<void> {
  const account = uuidOf(mail.accountId);
  await tx.query(sql`
    insert into test_mails (id, account_id, kind, message_encrypted, created_at, address_hash)
    values (${mail.id}, ${account}, ${mail.kind}, ${mail.sealed}, ${mail.createdAt}, ${mail.addressHash})`);
  await tx.query(sql`
    delete from test_mails where account_id = ${account} and id in (
      select id from test_mails where account_id = ${account} order by created_at desc, id desc offset ${MAILS_MAX})`);
}

/** To a real person in all twins, or to a test person in theirs. */
export async function eraseTestMails(tx: Tx, addressHash: Buffer, twin: AccountId | null): Promise<void> {
  const where = twin === null ? empty : sql`and account_id = ${uuidOf(twin)}`;
  await tx.query(sql`delete from test_mails where address_hash = ${addressHash} ${where}`);
}

/** In real time, which the IDs carry. */
export async function deleteTestMailsBefore(tx: Tx, before: Date): Promise<void> {
  await tx.query(sql`delete from test_mails where id < ${firstUuidAt(before)}::uuid`);
}

interface MailRow {
  id: string;
  account_id: string;
  kind: MailKind;
  message_encrypted: Buffer;
  created_at: Date;
}

const mailOf = (row: MailRow): TestMail => ({
  id: row.id,
  accountId: idOf("account", row.account_id),
  kind: row.kind,
  sealed: row.message_encrypted,
  createdAt: row.created_at,
});

/** The ID is a valid UUID. */
export async function findTestMail(db: Queryable, accountId: AccountId, id: string): Promise<TestMail | undefined> {
  const [row] = await db.query<MailRow>(sql`
    select id, account_id, kind, message_encrypted, created_at from test_mails
    where account_id = ${uuidOf(accountId)} and id = ${id}`);
  return row && mailOf(row);
}

export const testMailList: List<OfAccount, { sort?: undefined }, TestMail> = newestFirst<
  OfAccount,
  { sort?: undefined },
  TestMail,
  never
>({
  table: "test_mails",
  columns: sql`id, account_id, kind, message_encrypted, created_at`,
  sorts: {},
  matches: ({ accountId }) => sql`account_id = ${uuidOf(accountId)}`,
  complete: async (db, rows) => {
    const found = await db.query<MailRow>(sql`select * from (${rows}) mail order by position`);
    return found.map(mailOf);
  },
  position: ({ createdAt, id }) => ({ at: createdAt, uuid: id }),
});
