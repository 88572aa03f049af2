import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseId, uuidOf } from "../../src/domain/ids.ts";
import { rounds } from "../support/parallel.ts";
import { build, connectionTo, postmasterOf, run, start, stop, until, type App } from "./processes.ts";
import { preparedDataDir } from "./prepared.ts";

const SHOPS = 3;
const KEYS = 10;

/** One installation for the file: each test leaves it running. */
const env = {
  DATA_DIR: await preparedDataDir(),
  SIGNUP: "open",
  API_REQUESTS_PER_MINUTE: "1000000",
  LOG_LEVEL: "silent",
};
let app: App;
let shops: Shop[];

beforeAll(async () => {
  build();
  app = await start(env);
  shops = await Promise.all(Array.from({ length: SHOPS }, (_, number) => openShop(app.address, number)));
});
afterAll(() => stop(app));

interface Shop {
  /** Several, used in turns: each allows a hundred requests a minute. */
  readonly keys: readonly string[];
  readonly campaignId: string;
  readonly code: string;
}
interface TestResponse {
  readonly status: number;
  readonly body: Record<string, never> & { conversion?: { id: string } };
}

interface Sent {
  readonly key?: string;
  readonly cookie?: string;
  readonly body: object;
}

function post(url: string, { key, cookie, body }: Sent): Promise<TestResponse | "no answer"> {
  return new Promise((resolve) => {
    const headers = {
      "content-type": "application/json",
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(cookie === undefined ? {} : { cookie, "sec-fetch-site": "same-origin" }),
    };
    const sent = request(url, { method: "POST", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as TestResponse["body"] }),
      );
      response.on("error", () => resolve("no answer"));
    });
    sent.on("error", () => resolve("no answer"));
    sent.end(JSON.stringify(body));
  });
}

async function expectOk(asked: Promise<TestResponse | "no answer">): Promise<Record<string, unknown>> {
  const answer = await asked;
  if (answer === "no answer" || answer.status !== 200) throw new Error(JSON.stringify(answer));
  return answer.body;
}

async function openShop(address: string, number: number): Promise<Shop> {
  const { accountId, cookie } = await signUp(address, `shop${number}@shop.example`);
  const keys: string[] = [];
  while (keys.length < KEYS) {
    const path = `${address}/api/dashboard/${accountId}/api-keys`;
    const made = await expectOk(post(path, { cookie, body: { name: `key ${keys.length}` } }));
    keys.push(String(made["secret"]));
  }
  const [key = ""] = keys;
  const campaign = {
    name: "Sale",
    target_url: "https://shop.example/",
    type: "CPA",
    commission_type: "percentage",
    commission_value: 10,
  };
  const { campaign: created } = (await expectOk(post(`${address}/v1/campaigns`, { key, body: campaign }))) as {
    campaign: { id: string };
  };
  const invited = await expectOk(
    post(`${address}/v1/campaigns/${created.id}/affiliates`, { key, body: { email: `ada${number}@partner.example` } }),
  );
  const token = String(invited["invite_link"]).split("/").at(-1);
  const joined = (await expectOk(
    post(`${address}/api/portal/invitations/${token}/accept`, {
      body: { name: "Ada", password: "correct horse battery" },
    }),
  )) as { affiliation: { affiliate_code: string } };
  return { keys, campaignId: created.id, code: joined.affiliation.affiliate_code };
}

async function signUp(address: string, email: string): Promise<{ accountId: string; cookie: string }> {
  const answer = await fetch(`${address}/api/session/signup`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ name: "Shop", email, password: "correct horse battery" }),
  });
  const { accounts } = (await answer.json()) as { accounts: { id: string }[] };
  return { accountId: accounts[0]?.id ?? "", cookie: answer.headers.get("set-cookie")?.split(";", 1)[0] ?? "" };
}

interface Orders {
  readonly acknowledged: string[];
  readonly wrong: string[];
  stop(): Promise<void>;
}

/**
 * Every shop sends one order after another, and resends one without a response with the same order ID until it gets
 * one.
 */
function sendOrders(prefix: string): Orders {
  const orders = { acknowledged: [] as string[], wrong: [] as string[] };
  let going = true;
  const shop = async ({ keys, campaignId, code }: Shop): Promise<void> => {
    for (let n = 0, requests = 0; going; n += 1, requests += 1) {
      const key = keys[requests % keys.length] ?? "";
      const body = { campaign_id: campaignId, affiliate_code: code, external_id: `${prefix}-${n}`, amount: 20 };
      const answer = await post(`${app.address}/v1/conversions`, { key, body });
      const again = answer === "no answer" || answer.status === 503 || answer.status === 429;
      if (again) {
        n -= 1;
        // Responses use up the key's limit; a failed connection does not.
        await sleep(answer === "no answer" ? 20 : 250);
      } else if (answer.status === 200) orders.acknowledged.push(String(answer.body.conversion?.id));
      // A resent order that was recorded before the response was lost.
      else if (answer.status !== 400 || String(answer.body["code"]) !== "duplicate_conversion")
        orders.wrong.push(JSON.stringify(answer));
    }
  };
  const all = Promise.all(shops.map(shop));
  return Object.assign(orders, {
    stop: async () => {
      going = false;
      await all;
    },
  });
}

async function missing(ids: readonly string[]): Promise<number> {
  const uuids = ids.map((text) => {
    const id = parseId("conversion", text);
    if (!id) throw new Error(`${text} is not a conversion ID.`);
    return uuidOf(id);
  });
  const db = new pg.Client(connectionTo(env.DATA_DIR));
  await db.connect();
  const { rows } = await db.query<{ missing: string }>(
    "select count(*) as missing from unnest($1::uuid[]) asked (id) where not exists (select from conversions where conversions.id = asked.id)",
    [uuids],
  );
  await db.end();
  return Number(rows[0]?.missing);
}

describe("under a load of orders", () => {
  test("kill -9 of the service loses no acknowledged conversion and leaves none half-written", async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds(1); round += 1) {
      const orders = sendOrders(`round-${round}`);
      await until(() => orders.acknowledged.length >= 40 || undefined);
      app.signal("SIGKILL");
      await app.ended;
      app = await start(env);
      await until(() => orders.acknowledged.length >= 80 || undefined);
      await orders.stop();
      expect(orders.wrong).toEqual([]);
      acknowledged.push(...orders.acknowledged);
    }
    expect(await missing(acknowledged)).toBe(0);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    // Row, transfer, totals and event of every conversion, or none of them.
    expect(await run(["verify"], env)).toMatchObject({ exitCode: 0 });
  });

  test("kill -9 of the database loses none either, and the service recovers automatically", async () => {
    const orders = sendOrders("order");
    await until(() => orders.acknowledged.length >= 40 || undefined);
    for (let round = 0; round < rounds(1); round += 1) {
      const killed = postmasterOf(env.DATA_DIR);
      if (killed === undefined) throw new Error("There is no server to kill.");
      const before = orders.acknowledged.length;
      process.kill(killed, "SIGKILL");
      await until(() => (postmasterOf(env.DATA_DIR) ?? killed) !== killed || undefined);
      await until(() => orders.acknowledged.length >= before + 40 || undefined);
    }
    await orders.stop();
    expect(orders.wrong).toEqual([]);
    expect(await missing(orders.acknowledged)).toBe(0);
    expect(await run(["verify"], env)).toMatchObject({ exitCode: 0 });
  });
});
