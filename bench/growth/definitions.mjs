// Keys, indexes and foreign keys are removed while tables are filled, and recreated afterwards from what was recorded.

/** @typedef {import("pg").Client} Client */

/**
 * @param {Client} db in a transaction
 * @param {readonly string[]} tables
 */
export async function removeKeys(db, tables) {
  await db.query(
    "create table growth.removed (place int generated always as identity, name text, remove text, restore text)",
  );
  // Foreign keys go first and return last, because they need the keys of other tables.
  await db.query(
    `insert into growth.removed (name, remove, restore)
    select name, remove, restore from (
      select case contype when 'f' then 2 else 0 end as place, conrelid::regclass::text as owner, conname::text as name,
        format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
      from pg_constraint
      where contype in ('p', 'u', 'f') and (conrelid::regclass::text = any($1) or confrelid::regclass::text = any($1))
      union all
      select 1, indrelid::regclass::text, indexrelid::regclass::text, format('drop index %s', indexrelid::regclass),
        pg_get_indexdef(indexrelid)
      from pg_index where indrelid::regclass::text = any($1)
        and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    ) part order by place, owner, name`,
    [tables],
  );
  const { rows } = await db.query("select remove from growth.removed order by place desc");
  for (const { remove } of rows) await db.query(remove);
}

/** Checked for new rows only: to check the filled ones would take as long as all the indexes. */
const isForeignKey = (/** @type {string} */ restore) =>
  /^alter table \S+ add constraint \S+ foreign key /i.test(restore);

/**
 * Each of them commits on its own, so that an interrupted run continues with the next one.
 * @param {Client} db
 * @param {(text: string) => void} say
 */
export async function restoreKeys(db, say) {
  const { rows } = await db.query("select place, name, restore from growth.removed order by place");
  for (const [index, { place, name, restore }] of rows.entries()) {
    const begun = performance.now();
    await db.query("begin");
    await db.query(isForeignKey(restore) ? `${restore} not valid` : restore);
    await db.query("delete from growth.removed where place = $1", [place]);
    await db.query("commit");
    const seconds = (performance.now() - begun) / 1_000;
    if (seconds > 1) say(`${index + 1} of ${rows.length} keys and indexes: ${name} took ${seconds.toFixed(0)} s`);
  }
}
