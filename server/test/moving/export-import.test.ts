import { createHash } from "node:crypto";
import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, type Connection, type Db } from "../../src/db/database.ts";
import { idOf } from "../../src/domain/ids.ts";
import { listApprovable } from "../../src/store/conversions/auto-approval.ts";
import { getAutoApprove, setAutoApprove } from "../../src/usecases/conversions/set-auto-approve.ts";
import { getPayoutSettings, setSchedule } from "../../src/usecases/payouts/payer-settings.ts";
import { beginDueBatches } from "../../src/usecases/payouts/make-due-batches.ts";
import { verifyLedger } from "../../src/usecases/installation/verify-ledger.ts";
import { getSignedStatement } from "../statements/whole.ts";
import type { Imported } from "../../src/usecases/installation/import-everything.ts";
import { problemsOf } from "tributary-sdk/statement";
import { currency } from "../domain/samples.ts";
import { newFolder } from "../start/processes.ts";
import { cloneDatabase, copyOf, emptyDatabase } from "../support/database.ts";
import { exported, filesIn, imported, manifestIn, refusalOf, rowsIn } from "./copies.ts";
import { aFullWorld, emptyTables, ODD_TEXT, type FullWorld } from "./full-world.ts";

async function on<T>(connection: Connection, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(connection, { onIdleError: () => {}, max: 1 });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

describe("an installation with rows in every table", () => {
  let world: FullWorld;
  let first: string;
  /** The result of importing it. Tests that change rows do so in a copy. */
  let arrived: Connection;
  let report: Imported;

  beforeAll(async () => {
    world = await aFullWorld();
    first = await exported(world.connection);
    arrived = await emptyDatabase();
    report = await imported(first, arrived);
  });
  afterAll(() => world.db.close());

  /** Another folder with the same files, for a test to damage. */
  function copyOfFirst(): string {
    const path = join(newFolder(), "export");
    cpSync(first, path, { recursive: true });
    return path;
  }

  it("has rows in every table: a new table must be filled here, so that its copy is tested", async () => {
    expect(await emptyTables(world.db)).toEqual([]);
    const checks = await verifyLedger({ ...world.till.app.services, db: world.db, operator: true });
    expect(checks.filter(({ count }) => count > 0)).toEqual([]);
  });

  it("has refunds at every stage, so that every column they use is copied", async () => {
    const [row] = await world.db.query(sql`
      select (select count(*)::int from refunds where not counted) as cancelled,
        (select count(*)::int from order_edits where refund_id is not null) as lower,
        (select count(*)::int from order_edits where conversion_id is not null) as higher,
        (select count(*)::int from claw_backs where refund_id is not null and amount_minor < 0) as returned,
        (select count(*)::int from claw_backs where undoes_id is not null) as undone,
        (select count(*)::int from conversions where part_of is not null) as parts,
        (select count(*)::int from conversions where released) as released,
        (select count(*)::int from conversions where original_amount_minor > amount_minor) as lowered,
        (select count(*)::int from conversion_transitions where refund_id is not null) as transitions`);
    for (const [what, count] of Object.entries(row ?? {})) expect([what, count]).not.toEqual([what, 0]);
    expect(row).toBeDefined();
  });

  it("is exported twice with the same bytes", async () => {
    expect(filesIn(await exported(world.connection))).toEqual(filesIn(first));
  });

  it("imported into a blank database exports the same bytes again, with a sound ledger", async () => {
    const { rows, endpointsOff, schedulesOff, autoApprovalOff, checks } = report;
    expect(rows).toBe(manifestIn(first).tables.reduce((sum, table) => sum + table.rows, 0));
    expect([endpointsOff, schedulesOff, autoApprovalOff]).toEqual([1, 1, 1]);
    expect(checks.filter(({ count }) => count > 0)).toEqual([]);
    expect(filesIn(await exported(arrived))).toEqual(filesIn(first));
  });

  it("neither creates batches nor approves automatically until this is enabled again", async () => {
    const copy = await copyOf(arrived);
    await on(copy, async (db) => {
      const services = { ...world.till.app.services, db };
      const context = { ...world.till.merchant.context, db };
      const { campaignId } = world.till;
      // Long after the schedule was due, with a conversion to approve.
      const later = { ...services, clock: { now: () => new Date("2030-01-01T00:00:00Z") } };
      const monthly = () => db.query(sql`select id from payout_batches where origin = 'monthly'`);
      const before = await monthly();
      await beginDueBatches(later);
      expect(await monthly()).toEqual(before);
      expect((await getPayoutSettings(context)).schedules).toMatchObject([{ disabled: true }]);
      expect(await getAutoApprove(context, campaignId)).toBe("never");
      expect(await listApprovable(db, { now: later.clock.now(), after: undefined, limit: 1, twin: null })).toEqual([]);

      await setSchedule(context, { currency: currency("EUR"), day: 1, minimumMinor: 0n });
      expect((await getPayoutSettings(context)).schedules).toMatchObject([{ disabled: false }]);
      await setAutoApprove(context, { id: campaignId, autoApprove: "when_matured" });
      expect(await getAutoApprove(context, campaignId)).toBe("when_matured");
    });
  });

  it("keeps every text and number exactly", async () => {
    const users = rowsIn(first, "users").map((row) => row[3]);
    expect(users).toContain(ODD_TEXT);
    expect(rowsIn(first, "click_totals").map((row) => row[2])).toContain("9223372036854775807");
    const cells = (db: Db) =>
      db.query(sql`
        select u.name, (select array_agg(t.clicks order by t.scope_id, t.day) from click_totals t) as clicks,
          (select array_agg(s order by s.endpoint_id, s.slot) from delivery_slots s)::text as slots,
          (select array_agg(b order by b.id) from click_batches b)::text as batches,
          (select array_agg(w order by w.address_hash, w.kind) from mail_switches w)::text as switches,
          (select array_agg(v.approved_at order by v.id) from conversions v)::text as times
        from users u order by u.id`);
    expect(await on(arrived, cells)).toEqual(await cells(world.db));
  });

  it("continues where it was: new rows get unused numbers, and clicks find their partition", async () => {
    const copy = await copyOf(arrived);
    const highest = (db: Db) => db.query(sql`select max(position)::int as position from unsealed_transfers`);
    const [before] = (await highest(world.db)) as { position: number }[];
    await on(copy, async (db) => {
      await db.query(sql`insert into unsealed_transfers (transfer_id) values (gen_random_uuid())`);
      expect(await highest(db)).toEqual([{ position: (before?.position ?? 0) + 1 }]);
      const [clicks] = await db.query<{ count: number }>(sql`select count(*)::int as count from only clicks`);
      expect(clicks).toEqual({ count: 0 });
    });
  });

  it("has its endpoints disabled, and shows which ones were enabled", async () => {
    const endpoints = await on(arrived, (db) =>
      db.query(
        sql`select right(url, 4) as url, disabled_at is null as on, disabled_by from webhook_endpoints order by 1`,
      ),
    );
    expect(endpoints).toEqual([
      { url: "/one", on: false, disabled_by: "import" },
      { url: "/two", on: false, disabled_by: "person" },
      { url: "hree", on: true, disabled_by: null }, // deleted long ago: nothing is sent there
    ]);
  });

  it("signs the same statements with the same key after the import, and decrypts its data", async () => {
    const { till, ada } = world;
    const ask = { affiliateId: ada.id, currency: currency("EUR"), month: "2026-03" };
    const here = await getSignedStatement({ ...till.merchant.context, db: world.db }, ask);
    const there = await on(arrived, (db) => getSignedStatement({ ...till.merchant.context, db }, ask));
    expect(there).toEqual(here);
    expect(await problemsOf(there)).toEqual([]);
    const [endpoint] = await on(arrived, (db) =>
      db.query<{ id: string; secret: Buffer }>(sql`
        select id, secret_encrypted as secret from webhook_endpoints where url like '%/one'`),
    );
    expect(endpoint && till.app.services.secretBox.open(endpoint.secret, idOf("endpoint", endpoint.id))).toMatch(
      /^whsec_/,
    );
  });

  it("omits short-lived data: everyone signs in again", async () => {
    const names = manifestIn(first).tables.map(({ name }) => name);
    for (const name of [
      "sessions",
      "pending_sign_ins",
      "password_resets",
      "address_codes",
      "click_journals",
      "click_segments",
      "rate_windows",
      "address_keys",
      "migrations",
    ])
      expect(names).not.toContain(name);
  });

  it("exports a table that was just added, and is refused where that table is unknown", async () => {
    const copy = await copyOf(arrived);
    await on(copy, (db) =>
      db.transaction((tx) =>
        tx.script(`create table added (number bigint generated always as identity primary key, user_id uuid references users,
          document jsonb, price numeric, doubled bigint generated always as (number * 2) stored);
          insert into added (user_id, document, price) select id, '{"b": 1, "a": null}', 1.10 from users limit 1;
          insert into added (document) values ('null'), (null)`),
      ),
    );
    const path = await exported(copy);
    expect(rowsIn(path, "added").map((row) => row.slice(2))).toEqual([
      ['{"a": null, "b": 1}', "1.10"],
      ["null", null],
      [null, null],
    ]);
    const { code, message } = await refusalOf(imported(path, await cloneDatabase()));
    expect([code, message]).toEqual(["other_version", expect.stringContaining("Tributary 1.2.3")]);
  });

  describe("is refused before anything is written", () => {
    /** Every refusal leaves it without tables. */
    let blank: Connection;
    beforeAll(async () => {
      blank = await emptyDatabase();
    });

    const refusals: [string, string, (path: string) => void][] = [
      ["a missing file", "export_damaged", (path) => rmSync(join(path, "transfers.ndjson"))],
      ["an extra file", "export_damaged", (path) => writeFileSync(join(path, "more.ndjson"), "")],
      ["a changed file", "export_damaged", (path) => change(path, "conversions.ndjson", ['"EUR"', '"USD"'])],
      [
        "a file with an additional row",
        "export_damaged",
        (path) => appendFileSync(join(path, "events.ndjson"), "[]\n"),
      ],
      [
        "a newer schema",
        "other_version",
        (path) => change(path, "manifest.json", ['"0001_people.sql"', '"9999_new.sql"']),
      ],
      ["another format", "not_an_export", (path) => change(path, "manifest.json", ['"format": 1', '"format": 2'])],
      ["no manifest", "not_an_export", (path) => rmSync(join(path, "manifest.json"))],
      [
        "a manifest that points elsewhere",
        "not_an_export",
        (path) => change(path, "manifest.json", ['"name": "users"', '"name": "../users"']),
      ],
    ];
    it.each(refusals)("with %s", async (_what, code, spoil) => {
      const path = copyOfFirst();
      spoil(path);
      expect(await refusalOf(imported(path, blank))).toMatchObject({ code });
      expect(
        await on(blank, (db) =>
          db.query(sql`select relname from pg_class where relnamespace = 'public'::regnamespace`),
        ),
      ).toEqual([]);
    });

    it("into an installation that is not empty, which stays unchanged", async () => {
      await on(world.connection, async (db) => {
        await db.query(sql`select 1`);
        expect(await refusalOf(imported(first, world.connection))).toMatchObject({ code: "service_running" });
      });
      expect(await refusalOf(imported(first, arrived))).toMatchObject({ code: "installation_not_empty" });
      expect(filesIn(await exported(arrived))).toEqual(filesIn(first));
    });

    it("with another SECRET_KEY", async () => {
      const other = Buffer.alloc(32, 8);
      expect(await refusalOf(imported(first, blank, other))).toMatchObject({ code: "other_secret_key" });
      expect(JSON.stringify(filesIn(first))).not.toContain(Buffer.alloc(32, 7).toString("hex"));
    });

    it("when rows with matching checksums violate a constraint", async () => {
      const path = copyOfFirst();
      const manifest = manifestIn(path);
      const text = readFileSync(join(path, "ledger_balances.ndjson"), "utf8").replace('"pending"', '"nonsense"');
      const tables = manifest.tables.map((table) =>
        table.name === "ledger_balances"
          ? { ...table, bytes: Buffer.byteLength(text), sha256: createHash("sha256").update(text).digest("hex") }
          : table,
      );
      writeFileSync(join(path, "ledger_balances.ndjson"), text);
      writeFileSync(join(path, "manifest.json"), JSON.stringify({ ...manifest, tables }));
      const copy = await cloneDatabase();
      expect(await refusalOf(imported(path, copy))).toMatchObject({ code: "export_damaged" });
      expect(await on(copy, emptyTables)).toContain("accounts");
    });
  });
});

function change(path: string, file: string, replacement: readonly [from: string, to: string]): void {
  const text = readFileSync(join(path, file), "utf8");
  writeFileSync(join(path, file), text.replace(...replacement));
}
