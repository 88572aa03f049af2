import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Connection } from "../../src/db/database.ts";
import { build, run, runJson, SECRET_KEY, start, stop, until, urlOf, type App, type Env } from "../start/processes.ts";
import { cloneDatabase } from "../support/database.ts";
import { signatureOf } from "./inbox-world.ts";

const ORDERS = 30;
const owner = { email: "owner@shop.example", password: "correct horse battery" };
let connection: Connection;
let env: Env;
let app: App;

beforeAll(async () => {
  build();
  connection = await cloneDatabase();
  env = { DATABASE_URL: urlOf(connection), SECRET_KEY, LOG_LEVEL: "silent" };
  app = await start(env);
});
afterAll(() => stop(app));

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${app.address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers },
    body: JSON.stringify(body),
  });
}

async function jsonOf<T>(response: Promise<Response>): Promise<T> {
  const found = await response;
  if (found.status !== 200) throw new Error(await found.text());
  return (await found.json()) as T;
}

/** A shop with an affiliate, a click on their link, and a connector. */
async function aConnectedShop(): Promise<{ id: string; secret: string; clickId: string }> {
  const signedUp = await post("/api/session/signup", { name: "Shop", ...owner });
  const { accounts } = (await signedUp.json()) as { accounts: { id: string }[] };
  const cookie = signedUp.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const desk = `/api/dashboard/${accounts[0]?.id}`;
  const { secret: key } = await jsonOf<{ secret: string }>(post(`${desk}/api-keys`, { name: "test" }, { cookie }));
  const headers = { authorization: `Bearer ${key}` };
  const campaign = { name: "Sale", target_url: "https://shop.example/", type: "CPA", commission_type: "percentage" };
  const made = await jsonOf<{ campaign: { id: string } }>(
    post("/v1/campaigns", { ...campaign, commission_value: 10 }, headers),
  );
  const invitation = { email: "ada@partner.example" };
  const invited = await jsonOf<{ invite_link: string }>(
    post(`/v1/campaigns/${made.campaign.id}/affiliates`, invitation, headers),
  );
  const accept = `/api/portal/invitations/${invited.invite_link.split("/").at(-1)}/accept`;
  const joined = await jsonOf<{ affiliation: { affiliate_code: string } }>(
    post(accept, { name: "Ada", password: owner.password }),
  );
  // A click that takes more than a second is not tracked.
  const clickId = await until(async () => {
    const clicked = await fetch(`${app.address}/r/${joined.affiliation.affiliate_code}`, { redirect: "manual" });
    return new URL(clicked.headers.get("location") ?? app.address).searchParams.get("service_id") ?? undefined;
  });
  const words = ["connector", "create", "--account", owner.email, "--provider", "generic"];
  const { json } = await runJson(words, env);
  const { id, secret } = json["connector"] as { id: string; secret: string };
  return { id, secret, clickId };
}

async function rows<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const db = new pg.Client(connection);
  await db.connect();
  try {
    return (await db.query<Row>(text)).rows;
  } finally {
    await db.end();
  }
}

test("kill -9 between a receipt and its work loses nothing and does nothing twice", async () => {
  const { id, secret, clickId } = await aConnectedShop();
  const events = Array.from({ length: ORDERS }, (_, number) => [
    { type: "refund.created", external_id: `R${number}`, order_id: `A${number}`, amount: 25, currency: "EUR" },
    { type: "order.paid", external_id: `A${number}`, amount: 100, currency: "EUR", click_id: clickId },
  ]).flat();
  const accepted = new Set<object>();
  const send = async (event: object): Promise<void> => {
    const body = JSON.stringify(event);
    const signature = { "x-service-signature": signatureOf(body, secret, new Date()) };
    const sent = await post(`/in/${id}`, event, signature).catch(() => undefined);
    if (sent?.status === 200) accepted.add(event);
  };
  // Like a provider, which sends again what was not accepted.
  for (let round = 0; accepted.size < events.length; round += 1) {
    const sending = Promise.all(events.filter((event) => !accepted.has(event)).map(send));
    if (round < 2) {
      const goal = Math.min(events.length, accepted.size + 15);
      await Promise.race([until(() => accepted.size >= goal || undefined), sending]);
      app.signal("SIGKILL");
      await app.ended;
      await sending;
      app = await start(env);
    } else await sending;
  }
  await until(async () =>
    (await rows("select from receipts where state = 'waiting'")).length === 0 ? true : undefined,
  );
  const found = await rows<{ state: string; count: string }>("select state, count(*) from receipts group by state");
  expect(found).toEqual([{ state: "done", count: String(events.length) }]);
  const conversions = await rows<{ amount_minor: string; count: string }>(
    "select amount_minor, count(*) from conversions group by amount_minor",
  );
  expect(conversions).toEqual([{ amount_minor: "7500", count: String(ORDERS) }]);
  expect(await run(["verify"], env)).toMatchObject({ exitCode: 0 });
});
