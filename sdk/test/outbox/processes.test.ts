import { createTributary, type Conversion } from "tributary-sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { build, run, SECRET_KEY, start, stop, until, urlOf, type App } from "../../../server/test/start/processes.ts";
import { cloneDatabase } from "../../../server/test/support/database.ts";
import { everyFile, filesIn, newBox } from "./boxes.ts";
import { shopProcess } from "./shop-process.ts";
import { freePort } from "../../../scripts/free-port.mjs";

/** Each key allows a hundred requests a minute, so every shop process has its own. */
const KEYS = 8;
const keys: string[] = [];
let env: Record<string, string> = {};
let app: App;
let campaign = "";
let code = "";

beforeAll(async () => {
  build();
  const DATABASE_URL = urlOf(await cloneDatabase());
  env = { DATABASE_URL, SECRET_KEY, SIGNUP: "open", LOG_LEVEL: "silent", PORT: String(await freePort()) };
  app = await start(env);
  const signedUp = await fetch(`${app.address}/api/session/signup`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: JSON.stringify({ name: "Shop", email: "owner@shop.example", password: "correct horse battery" }),
  });
  const { accounts } = (await signedUp.json()) as { accounts: { id: string }[] };
  const cookie = signedUp.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  while (keys.length < KEYS) {
    const made = await post(`/api/dashboard/${accounts[0]?.id}/api-keys`, { name: `key ${keys.length}` }, cookie);
    keys.push(String(made["secret"]));
  }
  const { campaigns, affiliates } = createTributary({ baseUrl: app.address, apiKey: keys[0] ?? "" });
  const created = await campaigns.create({
    name: "Sale",
    target_url: "https://shop.example/",
    type: "CPA",
    commission_type: "percentage",
    commission_value: 10,
  });
  campaign = created.id;
  const { invite_link } = await affiliates.invite({ campaign_id: campaign, email: "ada@partner.example" });
  const token = invite_link.split("/").at(-1);
  const person = { name: "Ada", password: "correct horse battery" };
  const joined = await post(`/api/portal/invitations/${token}/accept`, person);
  code = (joined as { affiliation: { affiliate_code: string } }).affiliation.affiliate_code;
});
afterAll(() => stop(app));

async function post(path: string, body: object, cookie = ""): Promise<Record<string, unknown>> {
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin", cookie };
  const answer = await fetch(app.address + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Record<string, unknown>;
}

const orderNamed = (external_id: string) => ({ campaign_id: campaign, affiliate_code: code, external_id, amount: 100 });
const refundOf = (order: string) => ({ conversion_external_id: order, external_id: `refund of ${order}`, amount: 40 });
const numbered = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, number) => `${prefix}-${number}`);

interface Work {
  readonly key: number;
  readonly directory: string;
  readonly orders?: readonly string[];
  readonly refunds?: readonly string[];
}

const shopWith = ({ key, directory, orders = [], refunds = [] }: Work) =>
  shopProcess({
    TRIBUTARY_URL: `http://127.0.0.1:${env["PORT"]}`,
    TRIBUTARY_KEY: keys[key] ?? "",
    OUTBOX: directory,
    ORDERS: JSON.stringify(orders.map(orderNamed)),
    REFUNDS: JSON.stringify(refunds.map(refundOf)),
    THEN: "stay",
  });

async function recorded(): Promise<Conversion[]> {
  const { conversions } = createTributary({ baseUrl: app.address, apiKey: keys.at(-1) ?? "" });
  const found: Conversion[] = [];
  for await (const conversion of conversions.all({ campaign_id: campaign })) found.push(conversion);
  return found;
}

/** What shop processes were told that is safe: recorded, or on disk. */
const acknowledged = (lines: readonly string[]): string[] =>
  lines.filter((line) => /^(recorded|queued) /.test(line)).map((line) => line.replace(/^\w+ /, ""));

test("kill -9 of the server and of every shop process: each order and refund counts once", async () => {
  const directory = newBox();
  const shared = numbered(5, "shared");
  const shops = [0, 1, 2].map((key) => {
    const own = numbered(15, `shop${key}`);
    return shopWith({ key, directory, orders: [...own, ...shared], refunds: [`shop${key}-0`, `shop${key}-14`] });
  });
  const lines = () => shops.flatMap((shop) => shop.lines());
  await until(() => lines().filter((line) => line.startsWith("recorded")).length >= 12 || undefined);
  app.signal("SIGKILL");
  await app.ended;
  // Without the server, everything else is queued.
  await until(() => lines().filter((line) => line.includes("refund of")).length === 6 || undefined);
  expect(lines().filter((line) => /^(refused|failed|problem)/.test(line))).toEqual([]);
  await Promise.all(shops.map((shop) => shop.kill()));
  expect(filesIn(directory, "pending")).not.toEqual([]);

  // The server is killed again while new shop processes send what the others left behind.
  app = await start(env);
  const later = [3, 4].map((key) => shopWith({ key, directory }));
  await until(() => later.flatMap((shop) => shop.lines()).length >= 5 || undefined);
  app.signal("SIGKILL");
  await app.ended;
  await later[0]?.kill();
  app = await start(env);
  const last = shopWith({ key: 5, directory });
  await until(() => everyFile(directory).filter((path) => path.includes("/pending/")).length === 0 || undefined);

  const found = await recorded();
  const names = found.map(({ external_id }) => external_id).sort();
  const expected = [...new Set(acknowledged(lines()).filter((name) => !name.startsWith("refund of")))].sort();
  expect(expected).toHaveLength(3 * 15 + 5);
  expect(names).toEqual(expected);
  const refunded = found.filter(({ refunded_amount = 0 }) => refunded_amount > 0);
  expect(refunded.map(({ external_id, refunded_amount }) => `${external_id} ${refunded_amount}`).sort()).toEqual(
    [0, 1, 2].flatMap((key) => [`shop${key}-0 40`, `shop${key}-14 40`]).sort(),
  );
  const all = [...later, last];
  expect(all.flatMap((shop) => shop.lines()).filter((line) => !line.startsWith("sent "))).toEqual([]);
  await Promise.all(all.map((shop) => shop.kill()));
  expect(filesIn(directory, "failed")).toEqual([]);
  expect(await run(["verify"], env)).toMatchObject({ exitCode: 0 });
});

test("a shop process ends although calls are pending, and the next one sends them", async () => {
  const directory = newBox();
  const gone = shopProcess({
    TRIBUTARY_URL: app.address,
    SENT_TO: "http://127.0.0.1:1",
    TRIBUTARY_KEY: keys[6] ?? "",
    OUTBOX: directory,
    ORDERS: JSON.stringify([orderNamed("left-0")]),
    THEN: "exit",
  });
  expect(await gone.ended).toEqual({ code: 0, lines: ["queued left-0"], errors: "" });
  const next = shopWith({ key: 6, directory });
  await until(() => next.lines().includes("sent left-0") || undefined);
  await next.kill();
});
