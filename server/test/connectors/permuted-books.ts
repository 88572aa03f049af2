import sql from "sql-template-tag";
import { uuidOf } from "../../src/domain/ids.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import type { TestApp } from "../support/app.ts";
import { paddleRequest, PADDLE_SECRET } from "./paddle-events.ts";
import type { Setting } from "./returning-stories.ts";
import { booksOf, send, undone, type StoryShop } from "./story-shop.ts";
import type { StoryEvent } from "./story.ts";
import { stripeRequest, STRIPE_SECRET } from "./stripe-events.ts";

const AT_ONCE = 40;

type Tell = (app: TestApp) => Promise<Setting>;
interface Told {
  readonly setting: Setting;
  readonly shop: StoryShop;
  readonly events: readonly StoryEvent[];
}

/** The books after each of the orders, every one in a shop of its own. */
export async function booksAfterAll(
  { app, tell }: { app: TestApp; tell: Tell },
  orders: readonly (readonly number[])[],
): Promise<string[]> {
  const books: string[] = [];
  const start = app.clock.now();
  for (let from = 0; from < orders.length; from += AT_ONCE) {
    const told: Told[] = [];
    // The events' dates follow the clock, and the books contain them.
    app.clock.set(start);
    for (const order of orders.slice(from, from + AT_ONCE)) told.push(await toldIn(app, tell, order));
    await arriveAll(app, told);
    for (const each of told) books.push(await namedBooks(each));
  }
  return books;
}

async function toldIn(app: TestApp, tell: Tell, order: readonly number[]): Promise<Told> {
  const setting = await tell(app);
  const { provider } = setting;
  const isStripe = provider === "stripe";
  const secret = isStripe ? STRIPE_SECRET : PADDLE_SECRET;
  const { connector } = await createConnector(setting.shop.merchant.context, { provider, secret });
  const sign = ({ body }: StoryEvent, now: Date) => (isStripe ? stripeRequest(body, now) : paddleRequest(body, now));
  const story = { provider, secret, events: setting.events, sign };
  const events = [...setting.before, ...order.flatMap((index) => setting.events[index] ?? [])];
  return { setting, shop: { ...setting.shop, story, connectorId: connector.id }, events };
}

/** One event of each story at a time, a second apart. In the end, nothing waits any more. */
async function arriveAll(app: TestApp, told: readonly Told[]): Promise<void> {
  const most = Math.max(...told.map(({ events }) => events.length));
  for (let round = 0; round < most; round += 1) {
    for (const { shop, events } of told) {
      const event = events[round];
      if (event) await send(shop, event);
    }
    await app.receipts.run();
    app.clock.forward({ seconds: 1 });
  }
  app.clock.forward({ seconds: 61 });
  await app.receipts.run();
  for (const { shop } of told) {
    const left = await undone(shop);
    if (left.length > 0) throw new Error(JSON.stringify(left));
  }
}

/** The books, with who has each conversion, in which campaign, and why. */
async function namedBooks({ setting, shop }: Told): Promise<string> {
  const rows = await shop.app.db.query(sql`
    select external_id, 'aff_' || affiliate_id as affiliate, campaign_id as campaign, kind, trace from conversions
    where account_id = ${uuidOf(shop.merchant.accountId)} order by external_id`);
  const text = `${JSON.stringify(rows, null, 1)}\n${sorted(await booksOf(shop))}`;
  return Object.entries(setting.names).reduce(
    (books, [id, name]) => books.replaceAll(uuidOf(id as `aff_${string}`), name),
    text,
  );
}

/** Rows that only an ID tells apart come in any order. */
function sorted(books: string): string {
  const parts = Object.entries(JSON.parse(books) as Record<string, readonly object[]>);
  const inOrder = parts.map(([part, rows]) => [part, rows.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1))]);
  return JSON.stringify(Object.fromEntries(inOrder), null, 1);
}
const textOf = (row: object): string => JSON.stringify(row);
