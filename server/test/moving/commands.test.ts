import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Connection, type Db } from "../../src/db/database.ts";
import {
  build,
  connectionTo,
  isApp,
  launch,
  newDataDir,
  newFolder,
  postmasterOf,
  run,
  runJson,
  start,
  stop,
  tryToStart,
  until,
  untilReady,
  urlOf,
  type Env,
} from "../start/processes.ts";
import { preparedDataDir } from "../start/prepared.ts";
import { SECRET_KEY } from "../support/app.ts";
import { cloneDatabase, emptyDatabase } from "../support/database.ts";
import { digestsIn } from "./copies.ts";
import { aFullWorld, type FullWorld } from "./full-world.ts";

const KEY = SECRET_KEY.toString("hex");
const MANY_ROWS = 100_000;

async function on<T>(connection: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(connection, { onIdleError: () => {}, max: 1, applicationName: "a-test" });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

const outside = (connection: Connection): Env => ({ DATABASE_URL: urlOf(connection), SECRET_KEY: KEY });

async function exportOf(env: Env): Promise<string> {
  const path = join(newFolder(), "export");
  const { exitCode, stderr } = await run(["export", "--to", path], env);
  if (exitCode !== 0) throw new Error(stderr);
  return path;
}

/** A data folder with the secret of the test's world. */
function newHome(dataDir = newDataDir()): Env {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, "secret.key"), `${KEY}\n`, { mode: 0o600 });
  return { DATA_DIR: dataDir };
}

const markOf = (env: Env): string => join(env["DATA_DIR"] ?? "", "moved.json");

const relationsIn = (connection: Connection) =>
  on(connection, (db) => db.query(sql`select relname from pg_class where relnamespace = 'public'::regnamespace`));

/** Resolves while the large table is being filled. */
const rowsArriveIn = (connection: Connection) =>
  on(connection, (db) =>
    until(async () => {
      const [row] = await db.query<{ rows: bigint }>(sql`
        select tuples_processed as rows from pg_stat_progress_copy where datname = current_database() and type = 'PIPE'
          and command = 'COPY FROM' and tuples_processed > 1000`);
      return row;
    }, 5),
  );

const nobodyMoves = (connection: Connection) =>
  on(connection, (db) =>
    until(async () => {
      const rows = await db.query(sql`select from pg_stat_activity
        where datname = current_database() and application_name = 'tributary-bulk'`);
      return rows.length === 0 ? true : undefined;
    }),
  );

let world: FullWorld;
let first: string;
/** A data folder that the second test fills from the world's export; the others move it. */
const home = newHome(await preparedDataDir());

beforeAll(async () => {
  build();
  world = await aFullWorld();
  first = await exportOf(outside(world.connection));
});
afterAll(() => world.db.close());

describe("export and import", () => {
  it("import only while the service is stopped", async () => {
    const app = await start(home);
    const refused = await runJson(["import", first], home);
    expect([refused.exitCode, refused.json["code"]]).toEqual([1, "service_running"]);
    await stop(app);
  });

  it("move an installation from an external server into a data folder and back, with the same bytes each time", async () => {
    // It was started once and never used, so it still counts as empty.
    const there = await runJson(["import", first], home);
    expect([there.exitCode, there.json]).toMatchObject([0, { ok: true, endpoints_off: 1 }]);
    expect(there.stderr).toContain("Importing");
    const second = await exportOf(home);
    expect(digestsIn(second)).toEqual(digestsIn(first));
    const back = await emptyDatabase();
    const text = await run(["import", second], outside(back));
    expect([text.exitCode, text.stdout]).toEqual([0, expect.stringContaining("The ledger is consistent.")]);
    expect(digestsIn(await exportOf(outside(back)))).toEqual(digestsIn(first));
  });

  it("create no secret: without the old one nothing is imported or created", async () => {
    const dataDir = newDataDir();
    const { exitCode, json } = await runJson(["import", first], { DATA_DIR: dataDir });
    expect([exitCode, json["code"]]).toEqual([1, "other_secret_key"]);
    expect(existsSync(dataDir)).toBe(false);
    const other = await runJson(["import", first], { DATA_DIR: dataDir, SECRET_KEY: "5e".repeat(32) });
    expect([other.exitCode, other.json["code"]]).toEqual([1, "other_secret_key"]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it("overwrite nothing, and create no installation for an export", async () => {
    const taken = await runJson(["export", "--to", first], outside(world.connection));
    expect([taken.exitCode, taken.json["code"]]).toEqual([1, "folder_taken"]);
    const dataDir = newDataDir();
    const none = await runJson(["export"], { DATA_DIR: dataDir });
    expect([none.exitCode, none.json["code"]]).toEqual([1, "nothing_to_move"]);
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe("move", () => {
  it("requires an unused, empty database, and something to move", async () => {
    const target = await emptyDatabase();
    const inUse = await world.db.transaction(async (tx) => {
      await tx.query(sql`select 1`); // a connection stays open meanwhile
      return runJson(["move", "--to", urlOf(world.connection)], home);
    });
    expect([inUse.exitCode, inUse.json["code"]]).toEqual([1, "service_running"]);
    const filled = await emptyDatabase();
    await run(["account", "create", "--email", "other@shop.example", "--name", "Other"], outside(filled));
    const full = await runJson(["move", "--to", urlOf(filled)], home);
    expect([full.exitCode, full.json["code"]]).toEqual([1, "installation_not_empty"]);
    const elsewhere = await runJson(["move", "--to", "mysql://x"], home);
    expect([elsewhere.exitCode, elsewhere.json["code"]]).toEqual([1, "unsuitable_target"]);
    const nothing = await runJson(["move", "--to", urlOf(target)], { DATA_DIR: newDataDir() });
    expect([nothing.exitCode, nothing.json["code"]]).toEqual([1, "nothing_to_move"]);
    const there = await runJson(["move", "--to", urlOf(target)], outside(target));
    expect([there.exitCode, there.json["code"]]).toEqual([1, "nothing_to_move"]);
    expect(await relationsIn(target)).toEqual([]);
    expect(existsSync(markOf(home))).toBe(false);
  });

  it("copies everything, verifies it, and leaves a folder that says where the data went", async () => {
    const target = await emptyDatabase();
    const address = new URL(urlOf(target));
    // The embedded server accepts any password; an external server needs the right one.
    address.password ||= "hidden";
    const url = address.href;
    const moved = await runJson(["move", "--to", url], home);
    expect([moved.exitCode, moved.json]).toMatchObject([
      0,
      { ok: true, was_there: false, database_url: url, secret_key: KEY },
    ]);
    expect(digestsIn(await exportOf(outside(target)))).toEqual(digestsIn(first));
    const { to } = JSON.parse(readFileSync(markOf(home), "utf8")) as { to: string };
    expect(new URL(to).password).toBe("");
    const old = await tryToStart(home);
    expect(isApp(old)).toBe(false);
    expect(JSON.parse("stdout" in old ? old.stdout : "{}")).toMatchObject({
      code: "moved_away",
      error: expect.stringContaining(markOf(home)) as string,
    });
    const tool = await runJson(["account", "list"], home);
    expect([tool.exitCode, tool.json["code"]]).toEqual([1, "moved_away"]);
    const app = await start(outside(target));
    await untilReady(app);
    await stop(app);
  });

  it("is finished by the next run if it was killed after its last step, undone by removing the marker, and refused while the service runs", async () => {
    rmSync(markOf(home), { force: true });
    const target = await cloneDatabase();
    expect((await run(["move", "--to", urlOf(target)], home)).exitCode).toBe(0);
    rmSync(markOf(home)); // as if it had been killed between the commit and the marker
    const again = await runJson(["move", "--to", urlOf(target)], home);
    expect([again.exitCode, again.json["was_there"]]).toEqual([0, true]);
    expect(existsSync(markOf(home))).toBe(true);
    rmSync(markOf(home));
    const old = await start(home);
    await untilReady(old);
    const blank = await emptyDatabase();
    const running = await runJson(["move", "--to", urlOf(blank)], home);
    expect([running.exitCode, running.json["code"]]).toEqual([1, "service_running"]);
    expect([await relationsIn(blank), existsSync(markOf(home))]).toEqual([[], false]);
    await stop(old);
  });
});

describe("kill -9 in the middle of many rows", () => {
  let large: string;
  const largeHome = newHome();

  beforeAll(async () => {
    await world.db.query(sql`insert into click_totals (scope_id, day, clicks)
      select gen_random_uuid(), '2026-02-02', number from generate_series(1, ${MANY_ROWS}::int) number`);
    large = await exportOf(outside(world.connection));
  });

  it("during an export leaves a complete folder or none", async () => {
    let cut = 0;
    for (const fileNumber of [1, 11]) {
      const path = join(newFolder(), "export");
      const { child, ended } = launch({ args: ["export", "--to", path], env: outside(world.connection) });
      await until(() =>
        existsSync(path) || draftsOf(path).some(({ files }) => files >= fileNumber) ? true : undefined,
      );
      child.kill("SIGKILL");
      await ended;
      const finished = existsSync(path);
      cut += finished ? 0 : draftsOf(path).length;
      // If it finished, it is complete; otherwise it does not exist.
      expect(finished ? digestsIn(path) : digestsIn(large)).toEqual(digestsIn(large));
    }
    expect(cut).toBeGreaterThan(0);
  });

  it("during an import leaves the database blank, and the next import fills it", async () => {
    const dataDir = largeHome["DATA_DIR"] ?? "";
    const { child, ended } = launch({ args: ["import", large], env: largeHome });
    await until(() => postmasterOf(dataDir));
    const target = connectionTo(dataDir);
    // The import creates this database first.
    await until(() => relationsIn(target).catch(() => undefined));
    await rowsArriveIn(target);
    child.kill("SIGKILL");
    await ended;
    await nobodyMoves(target);
    expect(await relationsIn(target)).toEqual([]);
    expect((await run(["import", large], largeHome)).exitCode).toBe(0);
    expect(digestsIn(await exportOf(largeHome))).toEqual(digestsIn(large));
  });

  it("during a move changes nothing", async () => {
    const target = await emptyDatabase();
    const { child, ended } = launch({ args: ["move", "--to", urlOf(target)], env: largeHome });
    await rowsArriveIn(target);
    child.kill("SIGKILL");
    await ended;
    await nobodyMoves(target);
    expect(await relationsIn(target)).toEqual([]);
    expect(existsSync(markOf(largeHome))).toBe(false);
    expect(digestsIn(await exportOf(largeHome))).toEqual(digestsIn(large));
  });
});

function draftsOf(path: string): { files: number }[] {
  return readdirSync(dirname(path))
    .filter((name) => name.includes(".draft-"))
    .map((name) => ({ files: readdirSync(join(dirname(path), name)).length }));
}
