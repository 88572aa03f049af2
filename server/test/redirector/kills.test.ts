import { readdirSync, readFileSync } from "node:fs";
import { request, Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseId, uuidOf } from "../../src/domain/ids.ts";
import { preparedDataDir } from "../start/prepared.ts";
import { build, connectionTo, postmasterOf, start, stop, until, type App } from "../start/processes.ts";
import { rounds, together } from "../support/parallel.ts";

const LINKS = 100;
const CUSTOMERS = 32;
/** Customers without a pause would take the CPU from the restarting server. */
const PAUSE_MS = 200;

/** One installation for the file: each test leaves it running. */
const dataDir = await preparedDataDir();
let app: App;
const begin = async (): Promise<void> => {
  app = await start({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
};

beforeAll(async () => {
  build();
  await begin();
  await inDatabase(makeLinks);
});
afterAll(() => stop(app));

/** Inserts links directly, because these tests only follow them. */
async function makeLinks(db: pg.Client): Promise<void> {
  await db.query(`
    insert into accounts (id, name, plan, created_at) values (gen_random_uuid(), 'Shop', 'pro', now());
    insert into users (id, email, email_folded, name, password_hash, created_at)
      select gen_random_uuid(), n || '@partner.example', n || '@partner.example', 'Affiliate ' || n, '-', now() from generate_series(1, ${LINKS}) n;
    insert into affiliates (id, account_id, user_id, created_at) select gen_random_uuid(), a.id, u.id, now() from accounts a, users u;
    insert into campaigns (id, account_id, name, slug, target_url, type, status, visibility, commission_type, commission_value, currency,
        attribution_window_days, maturation_days, created_at, updated_at)
      select gen_random_uuid(), a.id, 'Sale', 'sale', 'https://shop.example/', 'CPA', 'active', 'public', 'percentage', 100000, 'EUR', 30, 7, now(), now()
      from accounts a;
    insert into affiliations (id, account_id, campaign_id, affiliate_id, code, status, joined_at)
      select gen_random_uuid(), f.account_id, c.id, f.id, 'kill' || row_number() over (), 'active', now() from affiliates f, campaigns c`);
}

async function inDatabase<Result>(work: (db: pg.Client) => Promise<Result>): Promise<Result> {
  const db = new pg.Client(connectionTo(dataDir));
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end();
  }
}

interface Crowd {
  readonly ids: string[];
  /** Every response that was not a redirect to the shop. */
  readonly wrong: string[];
  untracked: number;
  stop(): Promise<void>;
}

/** Customers who follow one link after another and keep every click ID they receive. */
function aCrowd(): Crowd {
  const { address } = app;
  const agent = new Agent({ keepAlive: true, maxSockets: CUSTOMERS });
  const crowd = { ids: [] as string[], wrong: [] as string[], untracked: 0 };
  let going = true;
  const customer = async (number: number): Promise<void> => {
    for (let n = number; going; n += 1) {
      const answer = await followOnce(`${address}/r/kill${1 + (n % LINKS)}`, agent);
      if (answer === "no answer") await sleep(PAUSE_MS);
      else if (answer.status !== 302 || !answer.location.startsWith("https://shop.example/"))
        crowd.wrong.push(JSON.stringify(answer));
      else if (answer.id === undefined) {
        crowd.untracked += 1;
        await sleep(PAUSE_MS);
      } else crowd.ids.push(answer.id);
    }
  };
  const all = Promise.all(Array.from({ length: CUSTOMERS }, (_, number) => customer(number)));
  return Object.assign(crowd, {
    stop: async () => {
      going = false;
      await all;
      agent.destroy();
    },
  });
}

type Answered = { status: number; location: string; id: string | undefined };

function followOnce(url: string, agent: Agent): Promise<Answered | "no answer"> {
  return new Promise((resolve) => {
    const sent = request(url, { agent }, (response) => {
      const { location = "" } = response.headers;
      response.resume();
      // From the headers on, the customer is on the way to the shop, so the connection no longer matters.
      resolve({ status: response.statusCode ?? 0, location, id: location.split("service_id=")[1] });
    });
    sent.on("error", () => resolve("no answer"));
    sent.end();
  });
}

/** Fills the cache with every link before the database stops: unknown links cannot be redirected. */
async function followAll(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CUSTOMERS });
  await together(LINKS, (n) => followOnce(`${app.address}/r/kill${n + 1}`, agent));
  agent.destroy();
}

/** Every click whose ID a customer has is stored, and every stored click is counted. */
async function expectAllKept(ids: readonly string[]): Promise<void> {
  await inDatabase(async (db) => {
    expect(await missing(db, ids)).toBe(0);
    expect(await miscounted(db)).toBe(0);
  });
}

/** Only the folder's own ID is left. */
const journalIsReplayed = (): Promise<true> =>
  until(() => readdirSync(join(dataDir, "journal")).length === 1 || undefined);

/** The server's process and its children. */
function backendsOf(server: number): number[] {
  const children = readFileSync(`/proc/${server}/task/${server}/children`, "utf8").trim().split(/\s+/);
  return [server, ...children.map(Number)];
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended.
  }
}

async function missing(db: pg.Client, ids: readonly string[]): Promise<number> {
  const uuids = ids.map((text) => {
    const id = parseId("click", text);
    if (!id) throw new Error(`${text} is not a click ID.`);
    return uuidOf(id);
  });
  const { rows } = await db.query<{ missing: string }>(
    "select count(*) as missing from unnest($1::uuid[]) asked (id) where not exists (select from clicks where clicks.id = asked.id)",
    [uuids],
  );
  return Number(rows[0]?.missing);
}

/** Stored clicks that are not counted, or the other way round. */
async function miscounted(db: pg.Client): Promise<number> {
  const { rows } = await db.query<{ off: string }>(`
    select (select count(*) from clicks)
      - coalesce((select sum(clicks) from click_totals where scope_id in (select id from campaigns) and day = '-infinity'), 0)
      - coalesce((select sum(added.clicks) from click_batches batch, unnest(batch.scope_ids, batch.clicks) added (scope_id, clicks)
          where added.scope_id in (select id from campaigns)), 0) as off`);
  return Number(rows[0]?.off);
}

describe("under load", () => {
  test("kill -9 of the service loses no click whose ID a customer has", async () => {
    const ids: string[] = [];
    for (let round = 0; round < rounds(2); round += 1) {
      const crowd = aCrowd();
      await until(() => crowd.ids.length > 250 + 50 * (round % 4) || undefined);
      app.signal("SIGKILL");
      await app.ended;
      await crowd.stop();
      expect(crowd.wrong).toEqual([]);
      ids.push(...crowd.ids);
      await begin();
    }
    expect(ids.length).toBeGreaterThan(500);
    await expectAllKept(ids);
  });

  test("kill -9 of the database loses none either; customers always reach the shop, and tracking resumes", async () => {
    await followAll();
    const crowd = aCrowd();
    await until(() => crowd.ids.length > 150 || undefined);
    for (let round = 0; round < rounds(2); round += 1) {
      const killed = postmasterOf(dataDir);
      if (killed === undefined) throw new Error("There is no server to kill.");
      const before = crowd.ids.length;
      process.kill(killed, "SIGKILL");
      await until(() => (postmasterOf(dataDir) ?? killed) !== killed || undefined);
      await until(() => crowd.ids.length > before + 150 || undefined);
    }
    await crowd.stop();
    expect(crowd.wrong).toEqual([]);
    // The journal takes every click meanwhile.
    expect(crowd.untracked).toBe(0);
    await journalIsReplayed();
    await expectAllKept(crowd.ids);
  });

  test("kill -9 of the service while its database hangs loses none either: the next start replays the journal", async () => {
    await followAll();
    const crowd = aCrowd();
    await until(() => crowd.ids.length > 150 || undefined);
    const server = postmasterOf(dataDir);
    if (server === undefined) throw new Error("There is no server to stop.");
    const frozen = backendsOf(server);
    for (const pid of frozen) signal(pid, "SIGSTOP");
    const before = crowd.ids.length;
    await until(() => crowd.ids.length > before + 250 || undefined);
    app.signal("SIGKILL");
    await app.ended;
    await crowd.stop();
    expect(readdirSync(join(dataDir, "journal")).length).toBeGreaterThan(1);
    for (const pid of frozen) signal(pid, "SIGCONT");
    await begin();
    expect([crowd.wrong, crowd.untracked]).toEqual([[], 0]);
    await journalIsReplayed();
    await expectAllKept(crowd.ids);
  });

  test("SIGTERM completes all open requests, and their clicks are kept and counted", async () => {
    const crowd = aCrowd();
    await until(() => crowd.ids.length > 250 || undefined);
    const { exitCode } = await stop(app);
    await crowd.stop();
    expect(exitCode).toBe(0);
    expect(crowd.wrong).toEqual([]);
    await begin();
    await expectAllKept(crowd.ids);
    // Nothing was left for the next start to fold.
    const { rows } = await inDatabase((db) =>
      db.query<{ folded: string; stored: string }>(
        "select (select sum(clicks) from click_totals where scope_id in (select id from campaigns) and day = '-infinity') as folded, (select count(*) from clicks) as stored",
      ),
    );
    expect(rows[0]?.folded).toBe(rows[0]?.stored);
  });
});
