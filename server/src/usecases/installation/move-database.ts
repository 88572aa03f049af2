import { createHash } from "node:crypto";
import type { Connection } from "../../db/database.ts";
import { CannotMove } from "../../formats/manifest.ts";
import { countFaults, type LedgerCheck } from "../../store/ledger/verify.ts";
import { listMovedTables, readSequences } from "../../store/installation/catalogue.ts";
import { makePartitions } from "../../store/clicks/clicks.ts";
import {
  analyzeTables,
  copyExactly,
  countOtherConnections,
  emptySelfMade,
  endOtherConnections,
  fillInstallation,
  fillTable,
  listClickMonths,
  listFilledTables,
  lockAlone,
  readEncoding,
  readHeld,
  restartSequences,
  type BulkTx,
  type MovedTable,
} from "../../store/installation/bulk-copy.ts";
import type { OnProgress } from "./progress.ts";
import { digestExactly, type TableDigest } from "./table-digest.ts";

export interface MoveContext {
  readonly from: Connection;
  readonly to: Connection;
  readonly onProgress: OnProgress;
  readonly onStep: (step: string) => void;
  /** Called once the copy is complete and verified, before anyone can write to the old database again. */
  readonly markMoved: () => void;
}

export interface Moved {
  readonly tables: readonly ({ readonly name: string } & TableDigest)[];
  readonly checks: readonly LedgerCheck[];
  /** True if an earlier move had copied everything and was interrupted; this run finished it. */
  readonly wasThere: boolean;
}

/**
 * Copies the whole database in one transaction, verifies that both are identical, and marks the old one as moved.
 * Writes to the old one are blocked meanwhile. Until the mark is set, the old one stays in use.
 */
export function moveDatabase(context: MoveContext): Promise<Moved> {
  return readHeld(context.from, async (from) => {
    if ((await countOtherConnections(from)) > 0)
      throw new CannotMove(
        "service_running",
        "Another command is using this data folder. Try again when it has finished.",
      );
    const moved = await fillInstallation(context.to, (to) => copyDatabase({ ...context, old: from, fresh: to }));
    context.markMoved();
    await endOtherConnections(from);
    return moved;
  });
}

interface Copying extends Pick<MoveContext, "onProgress" | "onStep"> {
  readonly old: BulkTx;
  readonly fresh: BulkTx;
}

async function copyDatabase(copying: Copying): Promise<Moved> {
  const { old, fresh, onStep } = copying;
  const tables = await listMovedTables(old, "all");
  await refuseUnsuitable(fresh, tables);
  await lockAlone(fresh, tables);
  const filled = await listFilledTables(fresh, tables);
  const wasThere = filled.length > 0;
  if (wasThere) onStep("The target database is not empty. Checking whether it is a complete copy");
  const digests = wasThere ? await digestAll(old, tables) : await copyTables(copying, tables);
  onStep("Comparing both databases");
  const different = await listDifferences(fresh, tables, digests);
  if (different.length > 0 && wasThere)
    throw new CannotMove(
      "installation_not_empty",
      `The target database is not empty (there are rows in ${filled.join(", ")}). Move to an empty database.`,
    );
  if (different.length > 0)
    throw new CannotMove("copy_differs", `The copy differs in ${different.join(", ")}. Nothing was moved.`);
  const [before, after] = [await countFaults(old), await countFaults(fresh)];
  if (JSON.stringify(before) !== JSON.stringify(after))
    throw new CannotMove("copy_differs", "The ledger checks of the copy give different results. Nothing was moved.");
  return { tables: tables.map(({ name }, index) => ({ name, ...digestAt(digests, index) })), checks: after, wasThere };
}

async function refuseUnsuitable(fresh: BulkTx, tables: readonly MovedTable[]): Promise<void> {
  const encoding = await readEncoding(fresh);
  if (encoding !== "UTF8")
    throw new CannotMove(
      "unsuitable_target",
      `The target database has the encoding ${encoding}. Create it with the encoding UTF8.`,
    );
  if ((await countOtherConnections(fresh)) > 0)
    throw new CannotMove("service_running", "Tributary is already running on the target database. Stop it first.");
  const there = await listMovedTables(fresh, "all");
  const same = JSON.stringify(there.map(shapeOf)) === JSON.stringify(tables.map(shapeOf));
  if (!same)
    throw new CannotMove("unsuitable_target", "The target database has other tables. Move to an empty database.");
}

const shapeOf = ({ name, columns }: MovedTable) => ({ name, columns });

async function copyTables(
  { old, fresh, onProgress, onStep }: Copying,
  tables: readonly MovedTable[],
): Promise<TableDigest[]> {
  onStep("Copying");
  await emptySelfMade(fresh);
  await makePartitions(fresh, await listClickMonths(old));
  const digests: TableDigest[] = [];
  for (const [index, table] of tables.entries()) {
    const hash = createHash("sha256");
    let rows = 0;
    const pages = async function* (): AsyncGenerator<Buffer, void> {
      for await (const page of copyExactly(old, table)) {
        hash.update(page.text);
        rows += page.rows;
        onProgress({ table: table.name, rows, index, of: tables.length });
        yield page.text;
      }
    };
    await fillTable(fresh, table, pages());
    digests.push({ rows, sha256: hash.digest("hex") });
  }
  await restartSequences(fresh, await readSequences(old));
  await analyzeTables(fresh, tables);
  return digests;
}

async function digestAll(tx: BulkTx, tables: readonly MovedTable[]): Promise<TableDigest[]> {
  const digests: TableDigest[] = [];
  for (const table of tables) digests.push(await digestExactly(tx, table));
  return digests;
}

async function listDifferences(
  fresh: BulkTx,
  tables: readonly MovedTable[],
  digests: readonly TableDigest[],
): Promise<string[]> {
  const different: string[] = [];
  for (const [index, table] of tables.entries()) {
    const { rows, sha256 } = await digestExactly(fresh, table);
    const expected = digestAt(digests, index);
    if (rows !== expected.rows || sha256 !== expected.sha256) different.push(table.name);
  }
  return different;
}

function digestAt(digests: readonly TableDigest[], index: number): TableDigest {
  const digest = digests[index];
  if (!digest) throw new Error("A table has no digest.");
  return digest;
}
