import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { parseId, uuidOf } from "../../src/domain/ids.ts";
import { rounds } from "../support/parallel.ts";
import { build, connectionTo, postmasterOf, run, start, stop, until, usedDataDir } from "./processes.ts";

const SHOPS = 3;

beforeAll(build);

interface Shop {
  readonly key: string;
  readonly campaignId: string;
  readonly code: string;
}
interface Answer {
  readonly status: number;
  readonly body: Record<string, never> & { conversion?: { id: string } };
}

interface Sent {
  readonly key?: string;
  readonly cookie?: string;
  readonly body: object;
}

function post(url: string, { key, cookie, body }: Sent): Promise<Answer | "no answer"> {
  return new Promise((resolve) => {
    const headers = {
      "content-type": "application/json",
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(cookie === undefined ? {} : { cookie, "sec-fetch-site": "same-origin" }),
    };
    const sent = request(url, { method: "POST", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as Answer["body"] }));
      response.on("error", () => resolve("no answer"));
    });
    sent.on("error", () => resolve("no answer"));
    sent.end(JSON.stringify(body));
  });
}

async function expectOk(asked: Promise<Answer | "no answer">): Promise<Record<string, unknown>> {
  const answer = await asked;
  if (answer === "no answer" || answer.status !== 200) throw new Error(JSON.stringify(answer));
  return answer.body;
}

/** Several, since each key may ask a hundred times a minute. */
async function openShop(address: string, number: number): Promise<Shop> {
  const { accountId, cookie } = await signUp(address, `shop${number}@shop.example`);
  const made = await expectOk(
    post(`${address}/api/dashboard/${accountId}/api-keys`, { cookie, body: { name: "kills" } }),
  );
  const key = String(made["secret"]);
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
  return { key, campaignId: created.id, code: joined.affiliation.affiliate_code };
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

/** Every shop sends one order after the other, and one that got no answer again with the same order id, until it has one. */
function sendOrders(address: () => string, shops: readonly Shop[], prefix: string): Orders {
  const orders = { acknowledged: [] as string[], wrong: [] as string[] };
  let going = true;
  const shop = async ({ key, campaignId, code }: Shop): Promise<void> => {
    for (let n = 0; going; n += 1) {
      const body = { campaign_id: campaignId, affiliate_code: code, external_id: `${prefix}-${n}`, amount: 20 };
      const answer = await post(`${address()}/v1/conversions`, { key, body });
      const again = answer === "no answer" || answer.status === 503;
      if (again) {
        n -= 1;
        // Answers use up the key's hundred a minute; a connection that fails does not.
        await sleep(answer === "no answer" ? 20 : 400);
      } else if (answer.status === 200) orders.acknowledged.push(String(answer.body.conversion?.id));
      // A repeated order that was recorded before the answer was lost; or the key's hundred a minute are used up.
      else if (answer.status === 429) return;
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

async function missing(dataDir: string, ids: readonly string[]): Promise<number> {
  const uuids = ids.map((text) => {
    const id = parseId("conversion", text);
    if (!id) throw new Error(`${text} is no conversion id.`);
    return uuidOf(id);
  });
  const db = new pg.Client(connectionTo(dataDir));
  await db.connect();
  const { rows } = await db.query<{ missing: string }>(
    "select count(*) as missing from unnest($1::uuid[]) asked (id) where not exists (select from conversions where conversions.id = asked.id)",
    [uuids],
  );
  await db.end();
  return Number(rows[0]?.missing);
}

function openShops(address: string): Promise<Shop[]> {
  return Promise.all(Array.from({ length: SHOPS }, (_, number) => openShop(address, number)));
}

describe("under a load of orders", () => {
  test("kill -9 of the service loses no acknowledged conversion and leaves none half-written", async () => {
    const env = { DATA_DIR: await usedDataDir(), SIGNUP: "open" };
    let app = await start(env);
    const shops = await openShops(app.address);
    const acknowledged: string[] = [];
    for (let round = 0; round < rounds(2); round += 1) {
      const orders = sendOrders(() => app.address, shops, `round-${round}`);
      await until(() => orders.acknowledged.length >= 40 || undefined);
      app.signal("SIGKILL");
      await app.ended;
      app = await start(env);
      await until(() => orders.acknowledged.length >= 80 || undefined);
      await orders.stop();
      expect(orders.wrong).toEqual([]);
      acknowledged.push(...orders.acknowledged);
    }
    expect(await missing(env.DATA_DIR, acknowledged)).toBe(0);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    // Row, transfer, totals and event of every conversion, or none of them.
    expect(await run(["verify"], env)).toMatchObject({ exitCode: 0 });
    await stop(app);
  });

  test("kill -9 of the database loses none either, and the service goes on by itself", async () => {
    const env = { DATA_DIR: await usedDataDir(), SIGNUP: "open" };
    const app = await start({ ...env, LOG_LEVEL: "silent" });
    const shops = await openShops(app.address);
    const orders = sendOrders(() => app.address, shops, "order");
    await until(() => orders.acknowledged.length >= 40 || undefined);
    for (let round = 0; round < 2; round += 1) {
      const killed = postmasterOf(env.DATA_DIR);
      if (killed === undefined) throw new Error("There is no server to kill.");
      const before = orders.acknowledged.length;
      process.kill(killed, "SIGKILL");
      await until(() => (postmasterOf(env.DATA_DIR) ?? killed) !== killed || undefined);
      await until(() => orders.acknowledged.length >= before + 40 || undefined);
    }
    await orders.stop();
    expect(orders.wrong).toEqual([]);
    expect(await missing(env.DATA_DIR, orders.acknowledged)).toBe(0);
    expect(await run(["verify"], env)).toMatchObject({ exitCode: 0 });
    await stop(app);
  });
});
