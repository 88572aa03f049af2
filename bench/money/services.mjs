// The application's services on the benchmark's database, without the web server.
import { readFileSync } from "node:fs";
import { buildServices } from "../../server/dist/app.js";
import { readConfig } from "../../server/dist/config.js";
import { connect } from "../../server/dist/db/database.js";
import { systemClock } from "../../server/dist/system/clock.js";

/**
 * @param {import("../service.mjs").Service} service
 * @param {number} [max] the maximum number of connections
 */
export function servicesOn({ connection, dataDir }, max = 20) {
  const read = readConfig({ DATA_DIR: dataDir });
  if (!read.ok) throw new Error(read.problems.join("\n"));
  const db = connect(connection, { onIdleError: () => {}, max });
  const secretKey = Buffer.from(readFileSync(`${dataDir}/secret.key`, "utf8").trim(), "hex");
  return buildServices({ config: read.config, db, clock: systemClock, secretKey });
}
