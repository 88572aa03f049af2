import { raw } from "sql-template-tag";
import { expect, it } from "vitest";
import { worldForFile } from "../support/shop.ts";
import { aConnector, receiptsOf, send } from "./inbox-world.ts";

const world = worldForFile();
const paid = (id: string): object => ({ type: "order.paid", amount: 100, currency: "EUR", external_id: id });

it("a receipt that runs out of time lets others pass, tries again later, and at last fails visibly", async () => {
  const { app, shop } = world;
  const connector = await aConnector(shop.merchant);
  // What PostgreSQL raises when a statement takes too long.
  await app.db.query(
    raw(`create function too_slow() returns trigger language plpgsql as $$ begin
      if new.order_external_id = 'slow' then
        raise exception 'canceling statement due to statement timeout' using errcode = '57014';
      end if;
      return new;
    end $$`),
  );
  await app.db.query(raw("create trigger too_slow before insert on facts for each row execute function too_slow()"));
  await send(app, connector, paid("slow"));
  app.clock.forward({ seconds: 1 });
  await send(app, connector, paid("fast"));
  await app.receipts.run();
  const states = async () => (await receiptsOf(app, connector)).map(({ state, attempts }) => `${state} ${attempts}`);
  expect(await states()).toEqual(["waiting 1", "done 1"]);
  await app.receipts.run();
  expect(await states()).toEqual(["waiting 1", "done 1"]);
  app.clock.forward({ seconds: 3 });
  await app.receipts.run();
  expect(await states()).toEqual(["waiting 2", "done 1"]);
  for (let round = 0; round < 8; round += 1) {
    app.clock.forward({ hours: 1 });
    await app.receipts.run();
  }
  expect(await states()).toEqual(["failed 10", "done 1"]);
  expect((await receiptsOf(app, connector))[0]?.problem).toBe(
    "The database could not process this event in time. Run it again.",
  );
  await app.db.query(raw("drop trigger too_slow on facts"));
  await send(app, connector, paid("slow"));
  await app.receipts.run();
  expect((await receiptsOf(app, connector))[0]).toMatchObject({ state: "done", order_external_id: "slow" });
});
