import sql from "sql-template-tag";
import { expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { forgetOld } from "../../src/usecases/installation/forget-old.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, worldForFile } from "../support/shop.ts";
import { aConnector, send } from "./inbox-world.ts";

const world = worldForFile();

it("facts forget the customer with an order that no affiliate has, and keep those of the others", async () => {
  const { app } = world;
  const shop = await aShop(app, { currency: "EUR" });
  const connector = await aConnector(shop.merchant);
  const paid = { type: "order.paid", amount: 100, currency: "EUR", paid_at: app.clock.now().toISOString() };
  const gone = { ...paid, external_id: "gone", customer_id: "cus_gone" };
  await send(app, connector, { ...paid, external_id: "kept", customer_id: "cus_kept", click_id: await aClick(shop) });
  await send(app, connector, gone);
  await app.receipts.run();
  const account = uuidOf(shop.merchant.accountId);
  const named = () =>
    app.db.query(sql`
      select f.order_external_id as id, f.body::jsonb ->> 'customerKey' is not null as named, o.id is not null as stored
      from facts f left join orders o on o.account_id = f.account_id and o.external_id = f.order_external_id
      where f.account_id = ${account} order by f.order_external_id`);
  const [stays, leaves] = [
    { id: "kept", named: true, stored: true },
    { id: "gone", named: true, stored: true },
  ];
  expect(await named()).toEqual([leaves, stays]);
  app.clock.forward({ days: 91 });
  await forgetOld(app.services);
  expect(await named()).toEqual([{ id: "gone", named: false, stored: false }, stays]);
  // A new event about it brings it back, with its customer.
  await send(app, connector, { ...gone, type: "order.updated", updated_at: app.clock.now().toISOString() });
  await app.receipts.run();
  expect(await named()).toEqual([leaves, stays]);
});
