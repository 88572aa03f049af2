import { setTimeout as sleep } from "node:timers/promises";
import { buildServices } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import type { Db } from "../../src/db/database.ts";
import { systemClock } from "../../src/system/clock.ts";
import { createAccount } from "../../src/usecases/accounts/create-account.ts";
import { createKeyForAccount } from "../../src/usecases/keys/create-key.ts";
import type { Env } from "../start/processes.ts";
import type { TestResponse, Proxy } from "./proxy.ts";

/** A shop that is reached only through the proxy. */
export interface Shop {
  readonly keys: readonly string[];
  /** Not used for anything else. */
  readonly spareKey: string;
  readonly campaignId: string;
  readonly code: string;
  follow(): Promise<TestResponse>;
  order(key: string, body: { external_id: string; click_id?: string; amount?: number }): Promise<TestResponse>;
}

/** The maximum of an account. */
const KEYS = 25;

export async function openShop(proxy: Proxy, { env, db }: { env: Env; db: Db }): Promise<Shop> {
  const [spareKey = "", ...keys] = await makeKeys(env, db);
  const [first = ""] = keys;
  const authorization = `Bearer ${first}`;
  const post = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const answer = await proxy.ask(path, { method: "POST", headers: { authorization }, body });
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text) as Record<string, unknown>;
  };
  const campaign = {
    name: "Spring sale",
    target_url: "https://shop.example/spring",
    type: "CPA",
    commission_type: "percentage",
    commission_value: 10,
  };
  const { id: campaignId } = (await post("/v1/campaigns", campaign))["campaign"] as { id: string };
  const { invite_link: link } = await post(`/v1/campaigns/${campaignId}/affiliates`, { email: "ada@partner.example" });
  const token = String(link).split("/").at(-1);
  await post(`/api/portal/invitations/${token}/accept`, { name: "Ada", password: "correct horse battery" });
  const listed = await proxy.ask(`/v1/campaigns/${campaignId}/affiliates`, { headers: { authorization } });
  const { affiliates } = JSON.parse(listed.text) as { affiliates: { affiliate_code: string }[] };
  const code = affiliates[0]?.affiliate_code ?? "";
  return {
    keys,
    spareKey,
    campaignId,
    code,
    follow: () => proxy.ask(`/r/${code}`),
    order: (key, { click_id: clickId, ...body }) =>
      proxy.ask("/v1/conversions", {
        method: "POST",
        headers: { authorization: `Bearer ${key}` },
        body: {
          campaign_id: campaignId,
          ...(clickId === undefined ? { affiliate_code: code } : { click_id: clickId }),
          amount: 10,
          ...body,
        },
      }),
  };
}

/** Creates them like the command line does, without a process for each. */
async function makeKeys(env: Env, db: Db): Promise<string[]> {
  const result = readConfig(env);
  if (!result.ok || !result.config.secretKey) throw new Error("These settings cannot be used.");
  const { config } = result;
  const services = buildServices({ config, db, clock: systemClock, secretKey: result.config.secretKey });
  const operator = { ...services, operator: true } as const;
  const email = "owner@shop.example";
  await createAccount(operator, { email, name: "Shop" });
  const keys: string[] = [];
  while (keys.length < KEYS)
    keys.push((await createKeyForAccount(operator, email, { name: `key ${keys.length}` })).secret);
  return keys;
}

export interface Load {
  readonly orders: Map<string, number>;
  readonly clicks: number[];
  /** Resolves when each loop has its response. */
  stop(): Promise<void>;
}

export const LOOPS = 12;
/** Long enough that no key reaches its limit of a hundred requests a minute. */
const PAUSE_MS = 60;

/** Orders and clicks from many clients at once. An order is sent once, regardless of the response. */
export function beginLoad(shop: Shop, name: string): Load {
  const orders = new Map<string, number>();
  const clicks: number[] = [];
  let isOver = false;
  let sent = 0;
  const loop = async (): Promise<void> => {
    while (!isOver) {
      sent += 1;
      const externalId = `${name}-${sent}`;
      const key = shop.keys[sent % shop.keys.length] ?? "";
      orders.set(externalId, (await shop.order(key, { external_id: externalId })).status);
      clicks.push((await shop.follow()).status);
      await sleep(PAUSE_MS);
    }
  };
  const loops = Promise.all(Array.from({ length: LOOPS }, loop));
  return {
    orders,
    clicks,
    stop: async () => {
      isOver = true;
      await loops;
    },
  };
}
