import sql from "sql-template-tag";
import { uuidOf, type AccountId } from "../../src/domain/ids.ts";
import type { TestApp } from "./app.ts";

/**
 * Request counters, sessions and the list of failed requests: requests that are refused write those. The list is even
 * written shortly after the response.
 */
const IGNORED = "('rate_windows', 'sessions', 'refused_calls', 'refused_call_numbers')";

/**
 * Makes the database note every row that changes from now on, and whose it is: comparing all data before and after
 * takes several times longer than a request. Only the last use of a key is not noted, because it is recorded after the
 * response. A table without accounts belongs to all of them.
 */
export async function noteChanges({ db }: TestApp): Promise<void> {
  await db.transaction((tx) =>
    tx.script(`
      create schema notes;
      create table notes.changes (xid xid8 not null default pg_current_xact_id(), name text not null, account_id uuid);
      create index on notes.changes (xid);
      create function notes.note() returns trigger language plpgsql as $note$
      declare
        before jsonb := to_jsonb(old) - 'last_used_at';
        after jsonb := to_jsonb(new) - 'last_used_at';
      begin
        if before is distinct from after then
          insert into notes.changes (name, account_id) values (tg_argv[0], (coalesce(after, before) ->> 'account_id')::uuid);
        end if;
        if before ->> 'account_id' <> after ->> 'account_id' then
          insert into notes.changes (name, account_id) values (tg_argv[0], (before ->> 'account_id')::uuid);
        end if;
        return null;
      end $note$;
      create function notes.note_truncation() returns trigger language plpgsql as $note$
      begin
        insert into notes.changes (name) values (tg_argv[0]);
        return null;
      end $note$;
      do $all$
      declare
        name text;
      begin
        for name in
          select c.relname from pg_class c
          where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
            and c.relname not in ${IGNORED}
        loop
          execute format(
            'create trigger note after insert or update or delete on %1$I for each row execute function notes.note(%1$L)', name);
          execute format(
            'create trigger note_truncation after truncate on %1$I execute function notes.note_truncation(%1$L)', name);
        end loop;
      end $all$;`),
  );
}

/** What is committed now. */
export async function momentOf({ db }: TestApp): Promise<string> {
  const [now] = await db.query<{ snapshot: string }>(sql`select pg_current_snapshot()::text as snapshot`);
  return now?.snapshot ?? "";
}

/** The tables in which data of the account, or data without an account, has changed since then. */
export async function changedSince({ db }: TestApp, accountId: AccountId, moment: string): Promise<string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select distinct name from notes.changes
    where xid >= pg_snapshot_xmin(${moment}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${moment}::pg_snapshot)
      and (account_id is null or account_id = ${uuidOf(accountId)})
    order by name`);
  return rows.map(({ name }) => name);
}
