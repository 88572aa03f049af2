import type { Command } from "commander";
import { loadConfig, type Config } from "../config.ts";
import { parseDatabaseUrl, withoutPassword } from "../db/database-url.ts";
import { CannotMove } from "../formats/manifest.ts";
import { dataDirOf, hasData, migrateInstallation, secretKeyOf } from "../installation.ts";
import { systemClock } from "../system/clock.ts";
import { movedMarkFile, writeMovedMark } from "../system/moved-mark.ts";
import { moveDatabase, type Moved } from "../usecases/installation/move-database.ts";
import { command } from "./command.ts";
import { openAlone } from "./import.ts";
import { messageOf, type Outcome } from "./outcome.ts";
import { ProgressLines } from "./progress.ts";
import { verdictOn } from "./verify.ts";

interface Options {
  readonly to: string;
}

export function moveCommand(): Command {
  const about = "copy the embedded database to your own PostgreSQL, verify the copy, and stop using the data folder";
  return command<Options>("move", about, ({ options }) => move(options)).requiredOption(
    "--to <url>",
    "an empty database, PostgreSQL 15 or newer: postgres://user:password@host:5432/name",
  );
}

async function move({ to }: Options): Promise<Outcome> {
  const config = loadConfig();
  const shown = shownTarget(to);
  refuseNothingToMove(config);
  const progress = new ProgressLines();
  const dataDir = dataDirOf(config);
  const secretKey = secretKeyOf(config).toString("hex");
  const installation = await openAlone(
    config,
    "Tributary is running on this data folder. Stop it, then run the move again.",
  );
  try {
    await migrateInstallation(installation);
    progress.step(`Moving to ${shown}`);
    const moved = await moveDatabase({
      from: installation.connection,
      to: { connectionString: to },
      onProgress: progress.table,
      onStep: progress.step,
      markMoved: () => writeMovedMark(dataDir, { to: shown, at: systemClock.now().toISOString() }),
    });
    return outcome(moved, { dataDir, to, secretKey });
  } finally {
    await installation.close();
  }
}

interface Target {
  readonly dataDir: string;
  readonly to: string;
  readonly secretKey: string;
}

function outcome({ tables, checks, wasThere }: Moved, { dataDir, to, secretKey }: Target): Outcome {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const verdict = verdictOn(checks);
  return {
    ...verdict,
    json: { rows, tables, was_there: wasThere, database_url: to, secret_key: secretKey, ...verdict.json },
    text: [
      verdict.text,
      wasThere
        ? `All ${rows.toLocaleString("en")} rows were already there and match, table by table. The move is complete.`
        : `Moved ${rows.toLocaleString("en")} rows from ${tables.length} tables. Row counts and checksums match.`,
      `${dataDir} is unchanged and marked as moved (${movedMarkFile(dataDir)}): \`start\` now refuses it.`,
      "",
      "From now on, start Tributary with:",
      `DATABASE_URL=${to}`,
      `SECRET_KEY=${secretKey}`,
    ].flat(),
  };
}

function refuseNothingToMove(config: Config): void {
  if (config.databaseUrl !== undefined)
    throw new CannotMove(
      "nothing_to_move",
      "DATABASE_URL is set, so this installation already uses your own PostgreSQL. To move it elsewhere, use `export` and `import`.",
    );
  const dataDir = dataDirOf(config);
  if (!hasData(dataDir)) throw new CannotMove("nothing_to_move", `There is no data to move in ${dataDir}.`);
}

/** Without the password, for files and screens that outlive this command. */
function shownTarget(to: string): string {
  try {
    parseDatabaseUrl(to);
  } catch (error) {
    throw new CannotMove("unsuitable_target", `--to ${messageOf(error)}.`);
  }
  return withoutPassword(to);
}
