import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { inject, vi } from "vitest";
import { runCommandLine } from "../../src/cli/command-line.ts";
import type { Connection } from "../../src/db/database.ts";
import { isOurServer, readPidFile } from "../../src/db/postmaster.ts";
import { whenFileEnds } from "../support/file-end.ts";
import { bundleOf } from "./bundle.ts";
import { openTo } from "./open-copy.ts";
import { freePort } from "../../../scripts/free-port.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const PROGRAM = "server/dist/cli/main.js";
/** A user that exists on every Linux and owns nothing. */
export const ORDINARY = { uid: 1, gid: 1 };

export const isRoot = process.getuid?.() === 0;
export const SECRET_KEY = "5e".repeat(32);

export type Env = Readonly<Record<string, string>>;
export interface Result {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
export interface App {
  readonly pid: number;
  readonly address: string;
  readonly ready: Readonly<Record<string, unknown>>;
  /** Resolves when the process has exited. */
  readonly ended: Promise<Result>;
  signal(signal: NodeJS.Signals): void;
}

/** Operators run the compiled program, so these tests do too, in one file that loads faster. */
export function build(): void {
  if (built) return;
  program = bundleOf(root);
  built = true;
}
/** The source does not change during a run. */
let built = false;
let program = join(root, PROGRAM);

/** What Node runs for a command, after a build. */
export const programFile = (): string => program;

/**
 * The files that the service offers for download, built by the first file of the run that needs them. Call it before
 * the application starts, which reads them then.
 */
export function buildDownloads(): void {
  build();
  const done = join(inject("server").folder, "downloads");
  if (existsSync(done)) return;
  execFileSync(process.execPath, [join(root, "server/build-downloads.mjs")], { stdio: "pipe" });
  writeFileSync(done, "");
}

/**
 * A folder that the user may write to, removed at the end with everything that still runs in it. Data goes into its
 * `data` subfolder.
 */
export function newFolder(as: "us" | "ordinary" = "us"): string {
  const folder = mkdtempSync(join(tmpdir(), "start-"));
  whenFileEnds(() => {
    const left = postmasterOf(join(folder, "data"));
    if (left !== undefined) process.kill(left, "SIGQUIT");
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  chmodSync(folder, as === "us" ? 0o755 : 0o777);
  return folder;
}

export function newDataDir(as: "us" | "ordinary" = "us"): string {
  return join(newFolder(as), "data");
}

/** Keeps owners and modes. */
export function copyTree(from: string, to: string): void {
  execFileSync("cp", ["-a", from, to]);
}

/** The same for PostgreSQL's part of a data folder. Its programs never change, so both folders share their files. */
export function copyPostgres(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const { uid, gid, mode } = statSync(from);
  chownSync(to, uid, gid);
  chmodSync(to, mode);
  for (const name of readdirSync(from))
    execFileSync("cp", [name.startsWith("binaries-") ? "-al" : "-a", join(from, name), join(to, name)]);
}

interface Launch {
  readonly args: readonly string[];
  readonly env: Env;
  readonly as?: "us" | "ordinary";
  /** As a worker of another program's cluster. */
  readonly inCluster?: boolean;
}

const OTHER_CLUSTER = `
  import cluster from "node:cluster";
  cluster.setupPrimary({ exec: process.argv[1], args: process.argv.slice(2), execArgv: [] });
  const worker = cluster.fork();
  worker.once("exit", (code) => process.exit(code));
  process.on("SIGTERM", () => worker.process.kill("SIGTERM"));`;

export function launch({ args, env, as, inCluster = false }: Launch): {
  child: ChildProcess;
  ended: Promise<Result>;
  printed: () => string;
} {
  const user = as === "ordinary" && isRoot ? ORDINARY : undefined;
  if (user !== undefined && !existsSync(opened.root)) opened = openTo(user, OURS, newFolder);
  // An ordinary user runs the files themselves, like operators; a bundle names files that only root can read.
  const [node, file] = user === undefined ? [OURS.node, program] : [opened.node, join(opened.root, PROGRAM)];
  const outer = inCluster ? ["--input-type=module", "-e", OTHER_CLUSTER] : [];
  const child = spawn(node, [...outer, file, ...args], {
    cwd: "/",
    env,
    stdio: ["ignore", "pipe", "pipe"],
    ...user,
  });
  whenFileEnds(() => void child.kill("SIGKILL"));
  let stdout = "";
  let stderr = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<Result>((resolve) => {
    child.once("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
  return { child, ended, printed: () => stdout };
}

const OURS = { node: process.execPath, root };
/** What the ordinary user runs; a copy is removed with the file that created it. */
let opened = { node: "", root: "" };

/** Runs a command to its end in a separate process, like operators do. */
export function runAlone(args: readonly string[], env: Env): Promise<Result> {
  return launch({ args, env }).ended;
}

let before: Promise<unknown> = Promise.resolve();

/** These end their process when they are done. */
const ENDING = ["start", "demo"];

/** The same in this process, one at a time: most commands take less time than loading the program. */
export function run(args: readonly string[], env: Env): Promise<Result> {
  if (ENDING.includes(args[0] ?? "")) return runAlone(args, env);
  const result = before.then(() => runHere(args, env));
  before = result.catch(() => {});
  return result;
}

/* oxlint-disable node/no-process-env -- the command gets the environment that a separate process would get */
async function runHere(args: readonly string[], env: Env): Promise<Result> {
  const printed = { stdout: "", stderr: "" };
  const outer = { env: process.env, cwd: process.cwd(), exitCode: process.exitCode };
  const writes = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    }),
  );
  process.env = { ...env };
  process.chdir("/");
  process.exitCode = undefined;
  try {
    return { exitCode: await runCommandLine(args), ...printed };
  } finally {
    process.env = outer.env;
    process.chdir(outer.cwd);
    process.exitCode = outer.exitCode;
    for (const write of writes) write.mockRestore();
  }
}
/* oxlint-enable node/no-process-env */

export async function runJson(args: readonly string[], env: Env): Promise<Result & { json: Record<string, unknown> }> {
  const result = await run([...args, "--json"], env);
  return { ...result, json: JSON.parse(result.stdout) as Record<string, unknown> };
}

/** Starts the service; resolves when it is ready, or to its output if it exited instead. */
export async function tryToStart(env: Env, as: "us" | "ordinary" = "us"): Promise<App | Result> {
  const port = env["PORT"] ?? String(await freePort());
  // One process on any number of cores, unless the test says more.
  const whole = { HOST: "127.0.0.1", LOG_LEVEL: "warn", PROCESSES: "1", ...env, PORT: port };
  const { child, ended, printed } = launch({ args: ["start", "--json"], env: whole, as });
  let gone = false;
  void ended.then(() => (gone = true));
  await until(() => gone || printed().endsWith("\n") || undefined);
  if (gone) return ended;
  const said = JSON.parse(printed()) as Record<string, unknown>;
  if ("error" in said) return ended;
  return {
    pid: child.pid ?? 0,
    address: `http://127.0.0.1:${port}`,
    ready: said,
    ended,
    signal: (signal) => child.kill(signal),
  };
}

export async function start(env: Env, as: "us" | "ordinary" = "us"): Promise<App> {
  const started = await tryToStart(env, as);
  if (!isApp(started)) throw new Error(`It did not start: ${started.stdout}${started.stderr}`);
  return started;
}

export function isApp(started: App | Result): started is App {
  return "address" in started;
}

export async function stop(app: App): Promise<Result> {
  app.signal("SIGTERM");
  return app.ended;
}

/** The status of a response, or the error. */
export async function ask(url: string, headers: Record<string, string> = {}): Promise<number | "unreachable"> {
  try {
    const answer = await fetch(url, { headers });
    await answer.text();
    return answer.status;
  } catch {
    return "unreachable";
  }
}

/** Waits for a condition; the test's timeout is the only limit. */
export async function until<T>(condition: () => T | undefined | Promise<T | undefined>, pauseMs = 25): Promise<T> {
  for (;;) {
    const met = await condition();
    if (met !== undefined) return met;
    await sleep(pauseMs);
  }
}

/** Resolves when it reaches its database. On a busy machine, a check may run out of time. */
export const untilReady = ({ address }: Pick<App, "address">): Promise<true> =>
  until(async () => (await ask(`${address}/readyz`)) === 200 || undefined);

export function postmasterOf(dataDir: string): number | undefined {
  const data = join(dataDir, "postgres", "pg18");
  const found = readPidFile(data);
  return found && isOurServer(data, found.pid) ? found.pid : undefined;
}

/** The folder's own server, as superuser. */
export function connectionTo(dataDir: string): Connection {
  const lines = readFileSync(join(dataDir, "postgres/pg18/postmaster.pid"), "utf8").split("\n");
  return { host: lines[4] ?? "", port: 5432, user: "tributary", database: "tributary", ssl: false };
}

export function urlOf(connection: Connection): string {
  const { connectionString, host = "", port = 5432, user = "", database = "" } = connection;
  return connectionString ?? `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}
