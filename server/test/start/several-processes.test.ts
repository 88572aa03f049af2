import { execFileSync } from "node:child_process";
import { createServer } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import {
  ask,
  build,
  freePort,
  isApp,
  newDataDir,
  postmasterOf,
  run,
  runJson,
  start,
  stop,
  tryToStart,
  until,
  type App,
} from "./processes.ts";

beforeAll(build);

const PROCESSES = 3;

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

describe("several processes on one port", () => {
  const dataDir = newDataDir();
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

  test("go on when one of them is killed, and another takes its place", async () => {
    const [victim = 0, ...others] = childrenOf(app.pid);
    process.kill(victim, "SIGKILL");
    await until(() => (isRunning(victim) ? undefined : true));
    expect(await askOften(`${app.address}/healthz`, 10)).toEqual(Array(10).fill(200));
    const now = await until(() => {
      const found = childrenOf(app.pid);
      return found.length === PROCESSES ? found : undefined;
    });
    expect(now).toEqual(expect.arrayContaining(others));
    expect(now).not.toContain(victim);
  });

  test("end together on SIGTERM, with the database", async () => {
    const children = childrenOf(app.pid);
    const { exitCode } = await stop(app);
    expect(exitCode).toBe(0);
    expect(children.filter(isRunning)).toEqual([]);
    expect(postmasterOf(dataDir)).toBeUndefined();
  });

  test("end when the process that started them is killed, and the next start works", async () => {
    app = await start(env);
    const children = childrenOf(app.pid);
    expect(children).toHaveLength(PROCESSES);
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
    const result = await tryToStart({ ...env, PORT: String(port) });
    other.close();
    if (isApp(result)) throw new Error("It started.");
    expect(result.exitCode).toBe(1);
    expect(JSON.parse(result.stdout)).toEqual({
      error: `Port ${port} is already in use. Set PORT to another one.`,
      code: "port_taken",
    });
    expect(postmasterOf(dataDir)).toBeUndefined();
  });
});
