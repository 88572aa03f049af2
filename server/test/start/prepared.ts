import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { connect } from "../../src/db/database.ts";
import { startEmbeddedPostgres } from "../../src/db/embedded-postgres.ts";
import { migrate } from "../../src/db/migrate.ts";
import { copyPostgres, newDataDir, newFolder, SECRET_KEY } from "./processes.ts";

/** The data folder of an installation that was never used, because creating one takes seconds. */
export async function preparedDataDir(): Promise<string> {
  const dataDir = newDataDir();
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "secret.key"), `${SECRET_KEY}\n`, { mode: 0o600 });
  await copyPrepared(join(dataDir, "postgres"));
  return dataDir;
}

/** Only PostgreSQL's part of it. */
export async function copyPrepared(to: string): Promise<void> {
  copyPostgres(await prepared(), to);
}

/** One for the whole run, created by the first file that needs it. */
async function prepared(): Promise<string> {
  const shared = join(inject("server").folder, "installation");
  if (existsSync(shared)) return shared;
  const own = join(newFolder(), "postgres");
  const server = await startEmbeddedPostgres({ base: own, role: "app", settings: ["fsync=off"] });
  const db = connect(server.connection, { onIdleError: () => {}, max: 1 });
  await migrate(db);
  await db.close();
  await server.release();
  try {
    renameSync(own, shared);
    return shared;
  } catch {
    // Another file was faster.
    return own;
  }
}
