import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { loadConfig, type Config } from "../config.ts";
import { AlreadyRunning } from "../db/embedded-postgres.ts";
import { CannotMove } from "../formats/manifest.ts";
import { dataDirOf, openInstallation, secretKeyOf, type Installation } from "../installation.ts";
import { systemClock } from "../system/clock.ts";
import { folderReader } from "../system/export-folder.ts";
import { secretKeyFingerprint } from "../system/secret-box.ts";
import { secretKeyFile } from "../system/secret-key.ts";
import { importEverything } from "../usecases/installation/import-everything.ts";
import { checkExport } from "../usecases/installation/read-export.ts";
import { command } from "./command.ts";
import type { Outcome } from "./outcome.ts";
import { ProgressLines } from "./progress.ts";
import { verdictOn } from "./verify.ts";

export function importCommand(): Command {
  return command("import <folder>", "import an export into an empty installation", ({ words }) => importing(words));
}

async function importing([from = ""]: readonly string[]): Promise<Outcome> {
  const config = loadConfig();
  const progress = new ProgressLines();
  const folder = folderReader(resolve(from));
  progress.step(`Checking ${folder.path}`);
  const checked = await checkExport(folder, secretKeyFingerprint(oldSecretKey(config)), progress.table);
  const installation = await openAlone(
    config,
    "Tributary is running on this data folder. Stop it, run the import, then start it again.",
  );
  try {
    const { rows, endpointsOff, schedulesOff, autoApprovalOff, checks } = await importEverything({
      connection: installation.connection,
      folder,
      checked,
      clock: systemClock,
      onProgress: progress.table,
      onStep: progress.step,
    });
    const verdict = verdictOn(checks);
    return {
      ...verdict,
      json: {
        rows,
        tables: checked.manifest.tables.length,
        endpoints_off: endpointsOff,
        schedules_off: schedulesOff,
        auto_approval_off: autoApprovalOff,
        ...verdict.json,
      },
      text: [
        verdict.text,
        `Imported ${rows.toLocaleString("en")} rows. Every table was read back and matches its file.`,
        `Everyone must sign in again. Webhook endpoints disabled: ${endpointsOff}. Enable them once the old installation has`,
        "stopped: `npx --no tributary webhook list`, `npx --no tributary webhook enable ID`.",
        `Monthly batches disabled: ${schedulesOff}. Campaigns with automatic approval disabled: ${autoApprovalOff}.`,
        "Otherwise both installations would pay the same commissions. Re-enable them in the dashboard once the old one has stopped.",
      ].flat(),
    };
  } finally {
    await installation.close();
  }
}

/** Never creates a secret: a new one could not decrypt the imported data. */
function oldSecretKey(config: Config): Buffer {
  const file = secretKeyFile(dataDirOf(config));
  if (config.secretKey !== undefined || existsSync(file)) return secretKeyOf(config);
  throw new CannotMove(
    "other_secret_key",
    `The import needs the SECRET_KEY of the exported installation. Set SECRET_KEY, or copy the old secret.key to ${file}.`,
  );
}

/** Opens the data exclusively: the service must not be running. */
export async function openAlone(config: Config, otherwise: string): Promise<Installation> {
  try {
    return await openInstallation(config, { role: "app" });
  } catch (error) {
    if (!(error instanceof AlreadyRunning)) throw error;
    throw new CannotMove("service_running", otherwise, { cause: error });
  }
}
