import { existsSync, statfsSync } from "node:fs";
import { dirname, join } from "node:path";
import { ConfigError, loadConfig, type Config } from "../config.ts";
import { DatabaseUnavailable, isReadOnly, reasonOf } from "../db/database-unavailable.ts";
import { connect, type Db } from "../db/database.ts";
import { prepareDataFolder } from "../db/data-folder.ts";
import { newerThanProgram, OLDEST_MAJOR, pendingMigrations, serverVersion } from "../db/migrate.ts";
import { openReplicaPool } from "../db/pools.ts";
import { readiness } from "../db/readiness.ts";
import { measureLag, otherServerIn, ReplicaBehind } from "../db/replica.ts";
import { dataDirOf, hasData, openInstallation } from "../installation.ts";
import { systemClock } from "../system/clock.ts";
import { loadSecretKey, secretKeyFile } from "../system/secret-key.ts";
import { countUnfoldedConversions } from "../usecases/conversions/fold-conversions.ts";
import { examineConnectors } from "../usecases/connectors/examine-connectors.ts";
import { messageOf, type Outcome } from "./outcome.ts";

interface Finding {
  readonly check: string;
  /** Advice does not make the check fail. */
  readonly verdict: "ok" | "advice" | "wrong";
  readonly text: string;
}
type Verdict = Omit<Finding, "check">;

const OLDEST_NODE = [20, 19] as const;
const FREE_DISK_MIN_MB = 512;
const FREE_DISK_ADVISED_MB = 5_120;
const MB = 1_048_576;

/** Checks everything the installation depends on and changes nothing: it neither creates data nor migrates. */
export async function examine(): Promise<Outcome> {
  const findings = [finding("node", checkNode()), ...(await examineInstallation())];
  const failed = findings.some(({ verdict }) => verdict === "wrong");
  const marks = { ok: "ok    ", advice: "advice", wrong: "WRONG " };
  return {
    json: { ok: !failed, findings },
    text: findings.map(({ check, verdict, text }) => `${marks[verdict]}  ${check.padEnd(13)}  ${text}`),
    failed,
  };
}

async function examineInstallation(): Promise<Finding[]> {
  let config: Config;
  try {
    config = loadConfig();
  } catch (error) {
    const problems = error instanceof ConfigError ? error.problems : [messageOf(error)];
    return problems.map((problem) => finding("configuration", wrong(problem)));
  }
  return [
    finding("configuration", ok("all variables are valid")),
    finding(
      "data folder",
      attempt(() => checkDataFolder(config)),
    ),
    finding(
      "secret",
      attempt(() => checkSecret(config)),
    ),
    ...(await examineDatabase(config)),
    finding("BASE_URL", checkBaseUrl(config)),
    finding("proxies", checkProxies(config)),
    finding(
      "disk",
      attempt(() => checkDisk(config)),
    ),
  ];
}

function checkNode(): Verdict {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const enough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  return enough
    ? ok(process.version)
    : wrong(`${process.version} is too old. Install Node ${OLDEST_NODE.join(".")} or newer.`);
}

function checkDataFolder(config: Config): Verdict {
  if (config.databaseUrl !== undefined) return ok("not used: DATABASE_URL is set");
  const dataDir = dataDirOf(config);
  if (!hasData(dataDir)) return ok(`${dataDir} has no data yet; the first start creates it`);
  prepareDataFolder(join(dataDir, "postgres"), config.postgresOsUser);
  return ok(dataDir);
}

function checkSecret(config: Config): Verdict {
  if (config.secretKey !== undefined) return ok("SECRET_KEY is set");
  const dataDir = dataDirOf(config);
  if (!hasData(dataDir)) return ok("the first start creates it");
  loadSecretKey(dataDir, true);
  return ok(secretKeyFile(dataDir));
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  try {
    if (config.databaseUrl === undefined && !hasData(dataDirOf(config)))
      return [finding("database", ok("the first start creates it"))];
    const installation = await openInstallation(config, { role: "tool" });
    const db = connect(installation.connection, { onIdleError: () => {}, max: 1, applicationName: "tributary-doctor" });
    try {
      return [
        finding("database", await checkVersion(db)),
        finding("writes", await checkWrites(db)),
        ...(await examineReplica(config, db)),
        ...(await examineTables(db)),
      ];
    } finally {
      await db.close();
      await installation.close();
    }
  } catch (error) {
    const remedy = config.databaseUrl === undefined ? "" : " Check DATABASE_URL, and that the server is running.";
    return [finding("database", wrong(`${messageOf(error)}${remedy}`))];
  }
}

async function checkVersion(db: Db): Promise<Verdict> {
  const { major, version } = await serverVersion(db);
  return major >= OLDEST_MAJOR
    ? ok(`PostgreSQL ${version}`)
    : wrong(`PostgreSQL ${version} is too old. Upgrade the server to ${OLDEST_MAJOR} or newer.`);
}

async function checkWrites(db: Db): Promise<Verdict> {
  try {
    await readiness(db)();
    return ok("accepted");
  } catch (error) {
    if (!isReadOnly(error)) throw error;
    return wrong(
      "The database is read-only. Point DATABASE_URL at the primary, or list all hosts: postgres://user@host1,host2/name.",
    );
  }
}

async function examineReplica(config: Config, primary: Db): Promise<Finding[]> {
  if (config.databaseReadUrl === undefined) return [];
  const replica = openReplicaPool({ connectionString: config.databaseReadUrl }, () => {});
  try {
    const { ms } = await measureLag({ primary, replica, maxLagMs: config.databaseReadMaxLagMs });
    return [finding("replica", ok(`serves reads, ${Math.ceil(ms)} ms behind`))];
  } catch (error) {
    return [finding("replica", replicaTrouble(error))];
  } finally {
    await replica.close();
  }
}

/** Tributary works without the replica, but does not start with another database. */
function replicaTrouble(error: unknown): Verdict {
  const other = otherServerIn(error);
  if (other) return wrong(other.message);
  const reason = error instanceof DatabaseUnavailable ? reasonOf(error.cause) : messageOf(error);
  const text = `Not used: ${reason}. Until it can be used, the primary serves all reads.`;
  return error instanceof ReplicaBehind ? advice(text) : wrong(text);
}

/** Older tables may lack what the other checks read. */
async function examineTables(db: Db): Promise<Finding[]> {
  const migrations = await checkMigrations(db);
  const found = [finding("migrations", migrations)];
  if (migrations.verdict !== "ok") return found;
  return [...found, finding("totals", await checkTotals(db)), finding("connectors", await checkConnectors(db))];
}

/** A worker needs seconds to fold as many. */
const UNFOLDED_ADVISED = 5_000;

async function checkTotals(db: Db): Promise<Verdict> {
  const unfolded = await countUnfoldedConversions({ db });
  if (unfolded < UNFOLDED_ADVISED) return ok("up to date");
  return advice(
    `${unfolded.toLocaleString("en")} changes of conversions are not in the totals yet, so pages get slower. Check that a process with the role worker is running.`,
  );
}

const NAMED_MAX = 3;
const some = (ids: readonly string[]): string =>
  [...ids.slice(0, NAMED_MAX), ...(ids.length > NAMED_MAX ? [`${ids.length - NAMED_MAX} more`] : [])].join(", ");

const receipts = (count: number): string => `${count} ${count === 1 ? "receipt" : "receipts"}`;

/** Merchants see failed receipts and silent connectors too, so these are advice. */
async function checkConnectors(db: Db): Promise<Verdict> {
  const { connectors, overdue, failed, failing, silent } = await examineConnectors({ db, clock: systemClock });
  const texts = [
    ...(overdue > 0 ? [`${receipts(overdue)} overdue. Check that a process with the role worker is running.`] : []),
    ...(failed > 0 ? [`${receipts(failed)} failed: ${some(failing)}. See tributary connector receipts.`] : []),
    ...(silent.length > 0 ? [`Silent: ${some(silent)}. Check the webhooks at the provider.`] : []),
  ];
  return texts.length === 0 ? ok(connectors === 0 ? "none" : `${connectors}, all healthy`) : advice(texts.join(" "));
}

async function checkMigrations(db: Db): Promise<Verdict> {
  const { pending, unknown } = await pendingMigrations(db);
  if (unknown.length > 0) return wrong(newerThanProgram(unknown));
  if (pending.length > 0) return wrong(`${pending.join(", ")} not applied yet. Start or restart Tributary to apply.`);
  return ok("all applied");
}

function checkBaseUrl({ baseUrl }: Config): Verdict {
  const { protocol, hostname } = new URL(baseUrl);
  if (["localhost", "127.0.0.1", "[::1]"].includes(hostname))
    return advice(
      `${baseUrl} is reachable from this machine only. Set BASE_URL to the public address before inviting anyone.`,
    );
  return protocol === "https:"
    ? ok(baseUrl)
    : advice(`${baseUrl} is not encrypted. Put a TLS proxy in front and set BASE_URL to its https address.`);
}

/**
 * Without it every visitor has the proxy's address: they share one rate limit, and all orders seem to come from one
 * address.
 */
function checkProxies({ baseUrl, trustedProxies }: Config): Verdict {
  if (trustedProxies.length > 0) return ok(trustedProxies.join(", "));
  return baseUrl.startsWith("https:")
    ? advice(
        "TRUSTED_PROXIES is empty. Set it to the address of your TLS proxy; otherwise all visitors appear to share one address.",
      )
    : ok("none");
}

function checkDisk(config: Config): Verdict {
  if (config.databaseUrl !== undefined) return ok("not checked: the data is on the DATABASE_URL server");
  const folder = nearestExisting(dataDirOf(config));
  const { bavail, bsize } = statfsSync(folder);
  const freeMb = Math.floor((bavail * bsize) / MB);
  if (freeMb < FREE_DISK_MIN_MB) return wrong(`${freeMb} MB free at ${folder}. Free up space before writes fail.`);
  return freeMb < FREE_DISK_ADVISED_MB
    ? advice(`${freeMb} MB free at ${folder}. Free up space soon.`)
    : ok(`${freeMb} MB free`);
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

function attempt(check: () => Verdict): Verdict {
  try {
    return check();
  } catch (error) {
    return wrong(messageOf(error));
  }
}

function finding(check: string, verdict: Verdict): Finding {
  return { check, ...verdict };
}
function ok(text: string): Verdict {
  return { verdict: "ok", text };
}
function advice(text: string): Verdict {
  return { verdict: "advice", text };
}
function wrong(text: string): Verdict {
  return { verdict: "wrong", text };
}
