import { spawn, spawnSync } from "node:child_process";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { connect as connectSocket } from "node:net";
import { join } from "node:path";
import type { Connection } from "../../src/db/database.ts";
import { isRoot, newFolder, ORDINARY, until } from "../start/processes.ts";
import { cableTo } from "../support/cable.ts";
import { whenFileEnds } from "../support/file-end.ts";
import { pathOf } from "../support/programs.ts";
import { freePort } from "../../../scripts/free-port.mjs";

const pgbouncer = pathOf("pgbouncer");
const [, major = "0", minor = "0"] =
  /PgBouncer (\d+)\.(\d+)/.exec(spawnSync(pgbouncer, ["--version"], { encoding: "utf8" }).stdout) ?? [];
/** PgBouncer supports prepared statements since 1.21. */
const knowsPreparedStatements = Number(major) > 1 || Number(minor) >= 21;

/** PgBouncer with the documented configuration, in front of this database. */
export async function startPooler(connection: Connection): Promise<Connection> {
  const database = connection.database ?? new URL(connection.connectionString ?? "").pathname.slice(1);
  const user = connection.user ?? new URL(connection.connectionString ?? "").username;
  const password = connection.connectionString ? decodeURIComponent(new URL(connection.connectionString).password) : "";
  const { connection: behind } = await cableTo(connection);
  const backPort = behind.port ?? Number(new URL(behind.connectionString ?? "").port);
  const port = await freePort();
  const folder = newFolder();
  chmodSync(folder, 0o777);
  let text = documentedSettings();
  const exchange = (documented: string, real: string): void => {
    if (!text.includes(documented)) throw new Error(`docs/operations.md no longer says ${documented}.`);
    text = text.replace(documented, real);
  };
  exchange("tributary = host=db.example port=5432", `${database} = host=127.0.0.1 port=${backPort}`);
  exchange("listen_port = 6432", `listen_port = ${port}\nunix_socket_dir =`);
  exchange("auth_type = scram-sha-256", "auth_type = trust");
  exchange("/etc/pgbouncer/userlist.txt", join(folder, "users.txt"));
  if (!knowsPreparedStatements) text = text.replace(/^max_prepared_statements.*\n/m, "");
  writeFileSync(join(folder, "users.txt"), `"${user}" "${password}"\n`);
  writeFileSync(join(folder, "pgbouncer.ini"), text);
  const child = spawn(pgbouncer, ["-q", join(folder, "pgbouncer.ini")], {
    stdio: ["ignore", "ignore", "inherit"],
    ...(isRoot ? ORDINARY : {}),
  });
  whenFileEnds(() => void child.kill("SIGTERM"));
  await until(() => isListening(port));
  return { connectionString: `postgres://${user}@127.0.0.1:${port}/${database}` };
}

function documentedSettings(): string {
  const page = readFileSync(new URL("../../../docs/operations.md", import.meta.url), "utf8");
  const [, settings] = /^```ini\n(\[databases\].*?)^```/ms.exec(page) ?? [];
  if (settings === undefined) throw new Error("docs/operations.md shows no settings for PgBouncer.");
  return settings;
}

function isListening(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connectSocket(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(undefined));
  });
}
