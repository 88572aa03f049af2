import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { affiliationStatuses } from "../../src/domain/affiliation.ts";
import { campaignStatuses } from "../../src/domain/campaign.ts";
import { claimStates } from "../../src/domain/claim.ts";
import { conversionStatuses, warningSigns } from "../../src/domain/conversion.ts";
import { payoutStatuses } from "../../src/domain/payout.ts";
import { conversionKinds, planSources } from "tributary-sdk/words";
import { build, connectionTo, newFolder, run, runJson, start, stop, type App } from "../start/processes.ts";
import { beginDemo } from "./cut-short.ts";

interface Made {
  readonly made_at: string;
  readonly sign_ins: readonly { email: string; password: string }[];
}

const environment = { HOST: "127.0.0.1", LOG_LEVEL: "warn" };
let folder = "";
let half: { madeAt: unknown };
let made: Made;
let app: App;

const makeIn = async (dir: string): Promise<Made> =>
  (await runJson(["demo", "--make", "--dir", dir], environment)).json as unknown as Made;

beforeAll(async () => {
  build();
  // Named like the folder of real data: `data` is what the helpers clean up.
  folder = join(newFolder(), "data");
  await beginDemo(folder, environment);
  half = JSON.parse(readFileSync(join(folder, "demo.json"), "utf8")) as { madeAt: unknown };
  made = await makeIn(folder);
});

describe("the demo data", () => {
  test("is completed by the next run after one that was killed", () => {
    expect(half.madeAt).toBeNull();
    expect(made.made_at).toMatch(/^\d{4}-/);
    expect(made.sign_ins).toHaveLength(3);
  });

  test("has a sound ledger", async () => {
    const { exitCode, json } = await runJson(["verify"], { DATA_DIR: folder });
    const checks = json["checks"] as { count: number }[];
    expect(checks.length).toBeGreaterThan(10);
    expect(checks.filter(({ count }) => count > 0)).toEqual([]);
    expect(exitCode).toBe(0);
  });

  test("is kept by a second run, which prints the same sign-ins", async () => {
    expect(await makeIn(folder)).toEqual(made);
  });

  test("has every status and thousands of clicks; its people can sign in", async () => {
    app = await start({ ...environment, DATA_DIR: folder });
    const client = new pg.Client(connectionTo(folder));
    await client.connect();
    onTestFinished(() => client.end());
    const seen = async (column: string, table: string): Promise<string[]> => {
      const { rows } = await client.query<{ word: string }>(`select distinct ${column} as word from ${table}`);
      return rows.map(({ word }) => word).sort();
    };
    expect(await seen("status", "campaigns")).toEqual([...campaignStatuses].sort());
    expect(await seen("status", "affiliations")).toEqual([...affiliationStatuses].sort());
    expect(await seen("status", "conversions")).toEqual([...conversionStatuses].sort());
    expect(await seen("unnest(warning_signs)", "conversions")).toEqual([...warningSigns].sort());
    expect(await seen("status", "payouts")).toEqual([...payoutStatuses].sort());
    expect(await seen("origin", "payout_batches")).toEqual(["batch", "monthly", "single"]);
    expect(await seen("state", "claims")).toEqual([...claimStates].sort());
    expect(await seen("status", "deliveries")).toEqual(expect.arrayContaining(["delivered", "failed", "held"]));
    expect((await seen("reason", "refusals")).length).toBeGreaterThan(3);
    expect((await seen("id::text", "claw_backs")).length).toBeGreaterThan(0);
    expect(await seen("counted::text", "refunds")).toEqual(["false", "true"]);
    expect(await seen("(amount_minor > 0)::text", "claw_backs where refund_id is not null")).toEqual(["false", "true"]);
    expect((await seen("id::text", "order_edits where conversion_id is not null")).length).toBeGreaterThan(0);
    expect(await seen("kind", "conversions")).toEqual([...conversionKinds].sort());
    expect(await seen("source", "plans")).toEqual([...planSources].sort());
    expect((await seen("id::text", "affiliations where group_id is not null")).length).toBeGreaterThan(1);
    expect((await seen("id::text", "refunds where items is not null")).length).toBeGreaterThan(0);
    expect(await seen("line ->> 'rule'", "conversions, jsonb_array_elements(trace -> 'lines') line")).toEqual(
      expect.arrayContaining(["base", "gift-cards", "good-month", "order_max", "tents", "tiers"]),
    );
    expect((await seen("id::text", "clicks")).length).toBeGreaterThan(5_000);
    expect(await seen("name", "applications where affiliation_id is not null")).toHaveLength(3);
    const [slug] = await seen("slug", "application_pages where is_open");
    expect((await fetch(`${app.address}/api/portal/applications/${slug}`)).status).toBe(200);

    for (const { email, password } of made.sign_ins) {
      const answer = await fetch(`${app.address}/api/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email, password }),
      });
      expect([email, answer.status]).toEqual([email, 200]);
    }
  });

  test("is not deleted by --fresh while the demo is running on it", async () => {
    const { exitCode, stdout, stderr } = await run(["demo", "--fresh", "--make", "--dir", folder], environment);
    expect(exitCode).toBe(1);
    expect(stdout + stderr).toContain("already running");
    expect(existsSync(join(folder, "demo.json"))).toBe(true);
    await stop(app);
  });
});

test("a folder with other contents is neither filled nor emptied", async () => {
  const other = newFolder();
  mkdirSync(join(other, "postgres"));
  writeFileSync(join(other, "precious.txt"), "mine");
  const { exitCode, stdout, stderr } = await run(["demo", "--fresh", "--make", "--dir", other], environment);
  expect(exitCode).not.toBe(0);
  expect(stdout + stderr).toContain("contains files that are not a demo");
  expect(readFileSync(join(other, "precious.txt"), "utf8")).toBe("mine");
});
