import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "../db/database.ts";
import { startEmbeddedPostgres } from "../db/embedded-postgres.ts";
import { migrate } from "../db/migrate.ts";
import { removeTree } from "../db/owned-folder.ts";
import { dumpSchema } from "../db/schema-dump.ts";
import type { Outcome } from "./outcome.ts";

const FILE = fileURLToPath(new URL("../../schema.sql", import.meta.url));

/** For developers: writes the schema that the migrations produce to schema.sql, or compares it with that file. */
export async function writeSchema(onlyCheck: boolean): Promise<Outcome> {
  const schema = await schemaOfMigrations();
  if (!onlyCheck) {
    writeFileSync(FILE, schema);
    return { json: { written: FILE }, text: `Wrote ${FILE}` };
  }
  const stale = readSchema() !== schema;
  return {
    json: { stale },
    text: stale
      ? "server/schema.sql is out of date. Run `npm run schema` and commit it."
      : "server/schema.sql is up to date.",
    failed: stale,
  };
}

/** Uses a temporary server, never the operator's data. */
async function schemaOfMigrations(): Promise<string> {
  const base = mkdtempSync(join(tmpdir(), "tributary-schema-"));
  const embedded = await startEmbeddedPostgres({ base, role: "tool", settings: ["fsync=off"] });
  const db = connect(embedded.connection, { onIdleError: () => {}, max: 1 });
  try {
    await migrate(db);
    return await dumpSchema(db);
  } finally {
    await db.close();
    await embedded.release();
    removeTree(base);
  }
}

function readSchema(): string | undefined {
  try {
    return readFileSync(FILE, "utf8");
  } catch {
    return undefined;
  }
}
