import sql from "sql-template-tag";
import { uuidOf } from "../../src/domain/ids.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import type { TestApp } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, type Shop } from "../support/shop.ts";
import type { Story, StoryEvent } from "./story.ts";
import { foldAll } from "../support/folding.ts";
import { spendOf } from "../../src/store/current-totals.ts";

export type Tell = (clickId: string, start: Date) => Story;

/** A shop with a connector, and the story that its provider tells about a customer who clicked. */
export interface StoryShop extends Shop {
  readonly story: Story;
  readonly connectorId: string;
}

/** The click was an hour before the story starts, and the story starts 100 days ago, so that all of it has happened. */
export async function aStoryShop(app: TestApp, tell: Tell): Promise<StoryShop> {
  const shop = await aShop(app);
  const start = new Date(Math.floor(app.clock.now().getTime() / 1_000) * 1_000 - 100 * 86_400_000);
  const click = await aClick(shop, { at: new Date(start.getTime() - 3_600_000) });
  const story = tell(click, start);
  const { connector } = await createConnector(shop.merchant.context, {
    provider: story.provider,
    secret: story.secret,
  });
  return { ...shop, story, connectorId: connector.id };
}

/** Another endpoint of the same provider, as if the merchant had added it twice. */
export async function withSecondConnector(shop: StoryShop): Promise<StoryShop> {
  const { provider, secret } = shop.story;
  const { connector } = await createConnector(shop.merchant.context, { provider, secret });
  return { ...shop, connectorId: connector.id };
}

/** Sends an event to the inbox, signed by the provider's own rules. */
export async function send({ app, story, connectorId }: StoryShop, event: StoryEvent): Promise<void> {
  const { headers, body } = story.sign(event, app.clock.now());
  const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const response = await app.http.inject({
    method: "POST",
    url: `/in/${connectorId}`,
    headers: { "content-type": "application/json", ...event.headers, ...signed },
    payload: body,
  });
  if (response.statusCode !== 200) throw new Error(response.payload);
}

/**
 * What the shop owes and to whom, without random IDs and without the times at which we learnt of things. A refund that
 * does not count any more is history, not part of the books.
 */
export async function booksOf({ app, merchant }: StoryShop): Promise<string> {
  const account = uuidOf(merchant.accountId);
  const orders = await app.db.query(sql`
    select external_id, source, amount_minor::text, currency, items, paid_at, cancelled_at, subscription_id, country,
      commission_base, unattributed_reason, conversion_id is not null as attributed
    from orders where account_id = ${account} order by external_id`);
  const conversions = await app.db.query(sql`
    select external_id, kind, status, amount_minor::text, currency, commission_minor::text, refunded_minor::text,
      attributed_by, click_id is not null as clicked, warning_signs, part_of is not null as part, rejection_reason
    from conversions where account_id = ${account} order by external_id, amount_minor`);
  const refunds = await app.db.query(sql`
    select o.external_id, regexp_replace(r.external_id, '~[0-9]+$', '') as refund, sum(r.amount_minor)::text as amount,
      min(r.reason) as reason
    from refunds r join orders o on o.id = r.order_id
    where r.account_id = ${account} and r.counted group by 1, 2 order by 1, 2`);
  await foldAll(app);
  const balances = await app.db.query(sql`
    select kind, currency, balance_minor::text from ledger_balances
    where account_id = ${account} and balance_minor <> 0 order by kind, currency`);
  const customers = await app.db.query(sql`
    select bound_at, first_paid_at from customers where account_id = ${account} order by bound_at`);
  const campaigns = await app.db.query(
    sql`select ${spendOf("campaigns")}::text as current_spend_minor from campaigns where account_id = ${account}`,
  );
  return JSON.stringify({ orders, conversions, refunds, balances, customers, campaigns }, null, 1);
}

/** Shops that learn the same story in different orders, at the same time. */
export async function booksAfter(
  { app, tell }: { app: TestApp; tell: Tell },
  orders: readonly ((story: Story) => readonly StoryEvent[])[],
): Promise<string[]> {
  const shops: { shop: StoryShop; events: readonly StoryEvent[] }[] = [];
  for (const order of orders) {
    const shop = await aStoryShop(app, tell);
    shops.push({ shop, events: order(shop.story) });
  }
  const most = Math.max(...shops.map(({ events }) => events.length));
  for (let round = 0; round < most; round += 1) {
    for (const { shop, events } of shops) {
      const event = events[round];
      if (event) await send(shop, event);
    }
    await app.receipts.run();
  }
  for (const { shop } of shops) {
    const left = await undone(shop);
    if (left.length > 0) throw new Error(JSON.stringify(left));
  }
  return Promise.all(shops.map(({ shop }) => booksOf(shop)));
}

/** Receipts that did not become what they should, with the reason. */
export const undone = ({ app, merchant }: StoryShop) =>
  app.db.query(sql`
    select topic, state, reason, problem from receipts
    where account_id = ${uuidOf(merchant.accountId)} and state <> 'done'
      and reason is distinct from 'nothing_to_do'`);
