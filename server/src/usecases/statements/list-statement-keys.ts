import * as statements from "../../store/ledger/statements.ts";
import { ensureStatementKey } from "../../store/ledger/statements.ts";
import type { Services } from "../context.ts";

/** Every key that has signed statements of this installation, newest first, including the current one. */
export async function listStatementKeys({
  db,
  clock,
  statementSigner,
}: Pick<Services, "db" | "clock" | "statementSigner">): Promise<{ publicKey: string; since: Date }[]> {
  const known = await statements.listStatementKeys(db);
  if (known.some(({ publicKey }) => publicKey === statementSigner.publicKey)) return known;
  await db.transaction((tx) => ensureStatementKey(tx, statementSigner.publicKey, clock.now()));
  return statements.listStatementKeys(db);
}
