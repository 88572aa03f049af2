import sql, { raw } from "sql-template-tag";
import { countFaults } from "../../src/store/ledger/verify.ts";
import type { TestApp } from "../support/app.ts";

class Undone extends Error {}

/** What the checks find after these statements, which are undone. They run without triggers and foreign keys. */
export async function faultsAfter({ db }: TestApp, ...statements: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const tampering = db.transaction(async (tx) => {
    await tx.query(sql`set local session_replication_role = replica`);
    for (const statement of statements) await tx.query(raw(statement));
    for (const { name, count } of await countFaults(tx)) if (count > 0) found.push(`${name}: ${count}`);
    throw new Undone();
  });
  await tampering.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  return found;
}
