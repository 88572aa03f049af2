import { createServer as createHttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, type Db } from "../../src/db/database.ts";
import { build, run, SECRET_KEY, start, stop, until, urlOf, type App, type Env } from "../start/processes.ts";
import { cloneDatabase } from "../support/database.ts";
import { eventually } from "../support/eventually.ts";
import { HOST, startProxy, VISITOR, type Proxy } from "./proxy.ts";
import { beginLoad, LOOPS, openShop, type Load, type Shop } from "./shop.ts";
import { freePort } from "../../../scripts/free-port.mjs";

let env: Env;
let ports: readonly [number, number];
let apps: [App, App];
let proxy: Proxy;
let shop: Shop;
let db: Db;

const startAt = (port: number): Promise<App> => start({ ...env, PORT: String(port) });

beforeAll(async () => {
  build();
  const connection = await cloneDatabase();
  db = connect(connection, { onIdleError: () => {}, max: 2 });
  env = {
    DATABASE_URL: urlOf(connection),
    API_REQUESTS_PER_MINUTE: "100000",
    SECRET_KEY,
    BASE_URL: `https://${HOST}`,
    TRUSTED_PROXIES: "127.0.0.1",
    LOG_LEVEL: "error",
  };
  ports = [await freePort(), await freePort()];
  apps = await Promise.all([startAt(ports[0]), startAt(ports[1])]);
  // Started last: nginx avoids a process for a while after a failed connection.
  proxy = await startProxy(ports);
  shop = await openShop(proxy, { env, db });
});
afterAll(async () => {
  await db?.close();
  for (const app of apps ?? []) app.signal("SIGKILL");
});

const recorded = async (name: string): Promise<Set<string>> => {
  const rows = await db.query<{ external_id: string }>(
    sql`select external_id from conversions where starts_with(external_id, ${`${name}-`})`,
  );
  expect(new Set(rows.map((row) => row.external_id)).size).toBe(rows.length);
  return new Set(rows.map((row) => row.external_id));
};
const answeredWith = (load: Load, status: number): string[] =>
  [...load.orders].filter(([, answer]) => answer === status).map(([externalId]) => externalId);

describe("two processes on one PostgreSQL behind nginx, as documented", () => {
  test("a click that one of them recorded is converted by either", async () => {
    for (let round = 0; round < 6; round += 1) {
      // One that takes more than a second is not tracked.
      const click = await eventually(async () => {
        const followed = await shop.follow();
        expect(followed.status).toBe(302);
        expect(String(followed.headers["set-cookie"])).toMatch(/^service_id=clk_.*Secure/);
        return followed;
      });
      const clickId = new URL(String(click.headers["location"])).searchParams.get("service_id") ?? "";
      const tracked = await shop.order(shop.keys[1] ?? "", { external_id: `click-${round}`, click_id: clickId });
      expect([tracked.status, tracked.text]).toEqual([200, expect.stringContaining('"pending"')]);
    }
    expect((await recorded("click")).size).toBe(6);
  });

  test("the client address is the visitor's: neither the proxy's nor a forged one", async () => {
    const [, , key] = shop.keys;
    const body = {
      name: "From afar",
      target_url: "https://shop.example/",
      type: "CPA",
      commission_type: "fixed",
      commission_value: 1,
    };
    const headers = { authorization: `Bearer ${key}`, "x-forwarded-for": "203.0.113.7", "x-real-ip": "203.0.113.7" };
    expect((await proxy.ask("/v1/campaigns", { method: "POST", headers, body })).status).toBe(200);
    const seen = await db.query<{ address: string }>(sql`select distinct address from audit_origins`);
    expect(seen).toEqual([{ address: VISITOR }]);
  });

  test("exactly a hundred requests of a key succeed in its minute, across both", async () => {
    const headers = { authorization: `Bearer ${shop.spareKey}` };
    const asked = Array.from({ length: 160 }, () => proxy.ask("/v1/campaigns", { headers }));
    const answers = (await Promise.all(asked)).map(({ status }) => status);
    expect(answers.filter((status) => status === 200)).toHaveLength(100);
    expect(answers.filter((status) => status === 429)).toHaveLength(60);
  });

  test("metrics are not exposed to the internet", async () => {
    expect((await proxy.ask("/metrics")).status).toBe(404);
    await eventually(async () => expect((await proxy.ask("/readyz")).status).toBe(200));
  });

  test("one is restarted by the documented steps under load, and no request fails", async () => {
    const load = beginLoad(shop, "restart");
    await until(() => (load.orders.size > 30 ? true : undefined));
    await proxy.mark(ports[0]);
    expect((await stop(apps[0])).exitCode).toBe(0);
    const whileAway = load.orders.size;
    await until(() => (load.orders.size > whileAway + 30 ? true : undefined));
    apps[0] = await startAt(ports[0]);
    await proxy.unmark(ports[0]);
    const whenBack = load.orders.size;
    await until(() => (load.orders.size > whenBack + 30 ? true : undefined));
    await load.stop();
    expect(new Set(load.orders.values())).toEqual(new Set([200]));
    expect(new Set(load.clicks)).toEqual(new Set([302]));
    expect(await recorded("restart")).toEqual(new Set(load.orders.keys()));
  });

  test("one is killed under load: links keep working, acknowledged orders are kept once, and only its open requests are lost", async () => {
    const load = beginLoad(shop, "kill");
    await until(() => (load.orders.size > 60 ? true : undefined));
    apps[0].signal("SIGKILL");
    await apps[0].ended;
    const whenKilled = load.orders.size;
    await until(() => (load.orders.size > whenKilled + 100 ? true : undefined));
    await load.stop();
    expect(new Set(load.clicks)).toEqual(new Set([302]));
    const lost = answeredWith(load, 502);
    expect(lost.length).toBeLessThanOrEqual(LOOPS);
    // Nothing else, not even 400: an order that nginx sent twice would be a duplicate.
    expect(answeredWith(load, 200).length + lost.length).toBe(load.orders.size);
    const kept = await recorded("kill");
    expect(answeredWith(load, 200).filter((externalId) => !kept.has(externalId))).toEqual([]);
    expect((await run(["verify"], env)).exitCode).toBe(0);
  });
});

/** Reads the request, then disconnects or responds. */
async function aServer(port: number, answers: boolean): Promise<{ seen: string[]; close: () => void }> {
  const seen: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", (bytes) => {
      seen.push(bytes.toString("latin1").split(" ", 2).join(" "));
      if (answers) socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok");
      else socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { seen, close };
}

test("when a process dies during a request, a GET goes to the other one, and a POST is never resent", async () => {
  const upstreams = [await freePort(), await freePort()] as const;
  const dying = await aServer(upstreams[0], false);
  const living = await aServer(upstreams[1], true);
  const between = await startProxy(upstreams);
  // nginx avoids a failed one for two seconds, and then decides whose turn it is.
  const askUntilItDies = async (line: string, ask: () => Promise<unknown>): Promise<number> => {
    for (let asked = 1; ; asked += 1) {
      await ask();
      if (dying.seen.includes(line)) return asked;
      await sleep(300);
    }
  };
  const posts = await askUntilItDies("POST /post", () => between.ask("/post", { method: "POST", body: {} }));
  const gets = await askUntilItDies("GET /get", () => between.ask("/get"));
  expect(living.seen.filter((line) => line === "POST /post")).toHaveLength(posts - 1);
  expect(living.seen.filter((line) => line === "GET /get")).toHaveLength(gets);
  dying.close();
  living.close();
});

test("links share a few connections to the processes, and other requests open one each", async () => {
  const upstreams = [await freePort(), await freePort()] as const;
  let connections = 0;
  const servers = upstreams.map((port) =>
    createHttpServer({ keepAliveTimeout: 600_000 }, (_request, response) => response.end("ok"))
      .on("connection", () => (connections += 1))
      .listen(port, "127.0.0.1"),
  );
  const between = await startProxy(upstreams);
  const opened = async (path: string): Promise<number> => {
    const before = connections;
    for (let asked = 0; asked < 40; asked += 1) expect((await between.ask(path)).status).toBe(200);
    return connections - before;
  };
  // Two nginx workers, each with one connection to each of two processes.
  expect(await opened("/r/spring")).toBeLessThanOrEqual(4);
  expect(await opened("/v1/campaigns")).toBe(40);
  for (const server of servers) server.close();
});
