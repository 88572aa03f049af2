import * as statements from "../../store/ledger/statements.ts";
import { ensureStatementKey, type StatementKey } from "../../store/ledger/statements.ts";
import type { Services } from "../context.ts";

/** Every key that has signed statements of this installation, newest first, including the current one. */
export async function listStatementKeys({
  db,
  clock,
  statementSigner,
}: Pick<Services, "db" | "clock" | "statementSigner">): Promise<StatementKey[]> {
  const known = await statements.listStatementKeys(db);
  if (known.some(({ publicKey }) => publicKey === statementSigner.publicKey)) return known;
  await db.transaction((tx) =>
    ensureStatementKey(tx, { publicKey: statementSigner.publicKey, since: clock.now(), isTest: false }),
  );
  return statements.listStatementKeys(db);
}
