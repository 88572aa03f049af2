import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { cableTo } from "../support/cable.ts";
import { cloneDatabase } from "../support/database.ts";
import { rounds } from "../support/rounds.ts";
import {
  ask,
  build,
  isApp,
  launch,
  newDataDir,
  postmasterOf,
  run,
  runJson,
  SECRET_KEY,
  start,
  stop,
  tryToStart,
  until,
  untilReady,
  urlOf,
  type App,
} from "./processes.ts";
import { preparedDataDir } from "./prepared.ts";
import { freePort } from "../../../scripts/free-port.mjs";

beforeAll(build);

const PROCESSES = 3;
/** Where more would prove nothing else. */
const TWO = { PROCESSES: "2" };
/** Listing the processes of the machine takes longer than most pauses. */
const LISTING_PAUSE_MS = 100;

/** The processes that this one has started, without PostgreSQL. */
function childrenOf(pid: number): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return rows.flatMap((row) => {
    const [child, parent, program = ""] = row.trim().split(/\s+/);
    return Number(parent) === pid && program.endsWith("node") ? [Number(child)] : [];
  });
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

async function figure(app: App, name: string): Promise<number> {
  const response = await fetch(`${app.address}/metrics`);
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

/** Each on a new connection, which goes to the next process. */
const askOften = (url: string, times: number, headers: Record<string, string> = {}): Promise<(number | string)[]> =>
  Promise.all(Array.from({ length: times }, () => ask(url, { connection: "close", ...headers })));

describe("several processes on one port", async () => {
  const dataDir = await preparedDataDir();
  const env = { DATA_DIR: dataDir, PROCESSES: String(PROCESSES) };
  let app: App;

  test("start together and share the requests, and /metrics counts those of all", async () => {
    app = await start(env);
    expect(app.ready).toMatchObject({ processes: PROCESSES, data_dir: dataDir });
    expect(childrenOf(app.pid)).toHaveLength(PROCESSES);
    const route = 'tributary_http_request_duration_seconds_count{method="GET",route="/healthz"';
    expect(await askOften(`${app.address}/healthz`, 30)).toEqual(Array(30).fill(200));
    expect(await figure(app, route)).toBe(30);
    expect(await figure(app, "tributary_database_ready")).toBe(1);
  });

  test("count the requests of a key together", async () => {
    await run(["account", "create", "--email", "ada@shop.example", "--name", "Shop"], env);
    const made = await runJson(["key", "create", "--account", "ada@shop.example", "--name", "shop"], env);
    const { secret } = made.json["key"] as { secret: string };
    const statuses = await askOften(`${app.address}/v1/campaigns`, 120, { authorization: `Bearer ${secret}` });
    expect(statuses.filter((status) => status === 200)).toHaveLength(100);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  test("show the figures of the others while one hangs", async () => {
    const [hanging = 0] = childrenOf(app.pid);
    process.kill(hanging, "SIGSTOP");
    const asked = Array.from({ length: PROCESSES }, () => figure(app, "tributary_processes"));
    expect(await Promise.race(asked)).toBe(PROCESSES - 1);
    process.kill(hanging, "SIGCONT");
    await Promise.all(asked);
  });

  test("go on when one of them is killed, another takes its place, and no counter falls", async () => {
    const [victim = 0, ...others] = childrenOf(app.pid);
    const counted = 'tributary_http_request_duration_seconds_count{method="GET",route="/v1/campaigns"';
    const before = await figure(app, counted);
    process.kill(victim, "SIGKILL");
    await until(() => (isRunning(victim) ? undefined : true));
    expect(await askOften(`${app.address}/healthz`, 10)).toEqual(Array(10).fill(200));
    const now = await until(() => {
      const found = childrenOf(app.pid);
      return found.length === PROCESSES ? found : undefined;
    }, LISTING_PAUSE_MS);
    expect(now).toEqual(expect.arrayContaining(others));
    expect(now).not.toContain(victim);
    expect(before).toBe(120);
    expect(await figure(app, counted)).toBe(before);
  });

  test("end together on SIGTERM, with the database", async () => {
    const children = childrenOf(app.pid);
    const { exitCode } = await stop(app);
    expect(exitCode).toBe(0);
    expect(children.filter(isRunning)).toEqual([]);
    expect(postmasterOf(dataDir)).toBeUndefined();
  });

  test("end when the process that started them is killed, and the next start works", async () => {
    app = await start({ ...env, ...TWO });
    const children = childrenOf(app.pid);
    expect(children).toHaveLength(2);
    app.signal("SIGKILL");
    await until(() => (children.some(isRunning) ? undefined : true));
    app = await start({ ...env, PROCESSES: "1" });
    expect(childrenOf(app.pid)).toEqual([]);
    expect((await stop(app)).exitCode).toBe(0);
  });

  test("say once that the port is taken, and leave nothing running", async () => {
    const port = await freePort();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    const result = await tryToStart({ ...env, ...TWO, PORT: String(port) });
    other.close();
    if (isApp(result)) throw new Error("It started.");
    expect(result.exitCode).toBe(1);
    expect(JSON.parse(result.stdout)).toEqual({
      error: `Port ${port} is already in use. Set PORT to another one.`,
      code: "port_taken",
    });
    expect(postmasterOf(dataDir)).toBeUndefined();
  });

  test("end with 0 on SIGTERM while they start", async () => {
    const port = String(await freePort());
    const { child, ended } = launch({ args: ["start", "--json"], env: { ...env, ...TWO, PORT: port } });
    await until(() => childrenOf(child.pid ?? 0).length > 0 || undefined);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ exitCode: 0, stdout: "" });
    expect(postmasterOf(dataDir)).toBeUndefined();
  });

  test.runIf(rounds(1) > 1)(
    "are killed if they hang at the stop, and the database ends in order (with TRIBUTARY_ROUNDS: takes 26 seconds)",
    async () => {
      app = await start(env);
      const children = childrenOf(app.pid);
      process.kill(children[0] ?? 0, "SIGSTOP");
      expect((await stop(app)).exitCode).toBe(0);
      expect(children.filter(isRunning)).toEqual([]);
      expect(postmasterOf(dataDir)).toBeUndefined();
    },
  );

  test.runIf(rounds(1) > 1)(
    "are replaced if they hang before they are ready (with TRIBUTARY_ROUNDS: takes two minutes)",
    async () => {
      app = await start(env);
      const before = childrenOf(app.pid);
      process.kill(before[0] ?? 0, "SIGKILL");
      const hanging = await until(() => childrenOf(app.pid).find((pid) => !before.includes(pid)));
      process.kill(hanging, "SIGSTOP");
      await until(() => (isRunning(hanging) ? undefined : true));
      await until(async () => (await figure(app, "tributary_processes")) === PROCESSES || undefined);
      expect((await stop(app)).exitCode).toBe(0);
    },
  );
});

describe("with DATABASE_URL", () => {
  test("a process is replaced while the database is unavailable", async () => {
    const cable = await cableTo(await cloneDatabase());
    const env = { DATABASE_URL: urlOf(cable.connection), SECRET_KEY, DATA_DIR: newDataDir(), ...TWO };
    const app = await start({ ...env, LOG_LEVEL: "silent" });
    await cable.pull();
    const [victim = 0] = childrenOf(app.pid);
    process.kill(victim, "SIGKILL");
    await until(
      async () => (!isRunning(victim) && (await figure(app, "tributary_processes")) === 2) || undefined,
      LISTING_PAUSE_MS,
    );
    await cable.plug();
    await untilReady(app);
    expect((await stop(app)).exitCode).toBe(0);
  });

  test("a worker of another program's cluster, as under PM2, serves alone", async () => {
    const env = { DATABASE_URL: urlOf(await cloneDatabase()), SECRET_KEY, DATA_DIR: newDataDir(), ...TWO };
    const port = await freePort();
    const { child, ended } = launch({ args: ["start"], env: { ...env, PORT: String(port) }, inCluster: true });
    await until(async () => (await ask(`http://127.0.0.1:${port}/healthz`)) === 200 || undefined);
    child.kill("SIGTERM");
    expect((await ended).exitCode).toBe(0);
  });
});
