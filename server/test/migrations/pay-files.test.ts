import { copyFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sql from "sql-template-tag";
import { expect, it, onTestFinished } from "vitest";
import { connect } from "../../src/db/database.ts";
import { migrate, migrationsFolder } from "../../src/db/migrate.ts";
import { emptyDatabase } from "../support/database.ts";

const NAME = "0023_pay_files.sql";

it("sorts an older version's payouts by the files that can pay them, and splits their files into parts", async () => {
  const folder = mkdtempSync(join(tmpdir(), "migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = readdirSync(migrationsFolder).filter((name) => name < NAME);
  for (const name of files) copyFileSync(join(migrationsFolder, name), join(folder, name));
  const db = connect(await emptyDatabase(), { onIdleError: () => {}, max: 1 });
  onTestFinished(() => db.close());
  await migrate(db, folder);
  await db.transaction(async (tx) => {
    // Only the payouts and their files matter here, not their payees and lines.
    await tx.query(sql`set local session_replication_role = replica`);
    await tx.query(sql`
      with batch as (
        insert into payout_batches (id, account_id, currency, origin, minimum_minor, as_of, actor, status, created_at, made_at)
        values (gen_random_uuid(), gen_random_uuid(), 'EUR', 'batch', 0, now(), '', 'made', now(), now())
        returning id, account_id
      )
      insert into payouts (id, account_id, batch_id, affiliate_id, currency, amount_minor, earned_minor, clawed_back_minor,
        conversions, claw_backs, status, seq, method, account_hint, payee_encrypted, created_at, settled_at, paid_on)
      select gen_random_uuid(), batch.account_id, batch.id, gen_random_uuid(), currency, minor, minor, 0, 1, 0,
        status, 1, method, '', payee, now(), case when status = 'paid' then now() end, '2026-01-01'
      from (values ('iban', 'EUR', 1, 'created', ''::bytea), ('iban', 'EUR', 100000000000, 'created', ''),
        ('iban', 'USD', 2, 'created', ''), ('paypal', 'USD', 3, 'created', ''), ('paypal', 'HUF', 450, 'created', ''),
        ('paypal', 'HUF', 500, 'created', ''), ('paypal', 'KWD', 5, 'created', ''), ('other', 'EUR', 6, 'created', ''),
        ('iban', 'EUR', 7, 'paid', null)) old (method, currency, minor, status, payee) cross join batch`);
    await tx.query(sql`
      with file as (
        insert into payout_files (id, account_id, batch_id, format, actor, written_at)
        select gen_random_uuid(), account_id, id, 'paypal', '', now() from payout_batches returning id, account_id, batch_id
      ), made as (
        insert into payouts (id, account_id, batch_id, affiliate_id, currency, amount_minor, earned_minor, clawed_back_minor,
          conversions, claw_backs, status, seq, method, account_hint, payee_encrypted, created_at)
        select gen_random_uuid(), account_id, batch_id, gen_random_uuid(), 'RSD', 1000, 1000, 0, 1, 0, 'created', 1, 'paypal',
          '', '', now()
        from file cross join generate_series(1, 5001) returning id
      )
      insert into payout_file_payouts (file_id, payout_id) select file.id, made.id from file cross join made`);
  });
  expect(await migrate(db)).toContain(NAME);
  const formats = await db.query<{ payout: string; formats: string[] }>(sql`
    select method || ' ' || currency || ' ' || amount_minor as payout, formats from payouts where currency <> 'RSD' order by 1`);
  expect(Object.fromEntries(formats.map((row) => [row.payout, row.formats]))).toEqual({
    "iban EUR 1": ["csv", "sepa"],
    "iban EUR 100000000000": ["csv"],
    "iban EUR 7": [],
    "iban USD 2": ["csv"],
    "other EUR 6": ["csv"],
    "paypal HUF 450": ["csv"],
    "paypal HUF 500": ["csv", "paypal"],
    "paypal KWD 5": ["csv"],
    "paypal USD 3": ["csv", "paypal"],
  });
  // A payout stays in its file even if no new file would contain it.
  const parts = await db.query(sql`
    select t.part, t.formats, t.payouts::int, f.parts from payout_tallies t join payout_files f on f.id = t.file_id order by 1`);
  expect(parts).toEqual([
    { part: 1, formats: ["csv", "paypal"], payouts: 5_000, parts: 2 },
    { part: 2, formats: ["csv", "paypal"], payouts: 1, parts: 2 },
  ]);
});
