import { expect, it } from "vitest";
import { changeConnector } from "../../src/usecases/connectors/change-connector.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { aClick } from "../support/clicks.ts";
import { aShop, worldForFile } from "../support/shop.ts";
import { booksOf, receiptsOf } from "./inbox-world.ts";
import { paddleBody, paddleRequest, PADDLE_SECRET, transaction } from "./paddle-events.ts";
import { send } from "./story-shop.ts";

const world = worldForFile();

it("events of a Paddle sandbox are ignored until the merchant says that it is none", async () => {
  const shop = await aShop(world.app, { currency: "EUR" });
  const service_id = await aClick(shop);
  const { context } = shop.merchant;
  const { connector } = await createConnector(context, { provider: "paddle", secret: PADDLE_SECRET, sandbox: true });
  const sign = ({ body }: { body: string }, now: Date) => paddleRequest(body, now);
  const seller = {
    ...shop,
    story: { provider: "paddle" as const, secret: PADDLE_SECRET, events: [], sign },
    connectorId: connector.id,
  };
  const paid = async (id: string): Promise<void> => {
    const at = world.app.clock.now().toISOString();
    const payments = [{ status: "captured", captured_at: at, amount: "2380" }] as const;
    const object = transaction({ id, custom_data: { service_id }, payments });
    const body = paddleBody("transaction.completed", object, { event_id: `evt_${id}`, occurred_at: at });
    await send(seller, { name: id, headers: {}, body });
    await world.app.receipts.run();
  };
  await paid("txn_1");
  expect(await receiptsOf(world.app, connector)).toMatchObject([{ state: "ignored", reason: "test" }]);
  await changeConnector(context, { id: connector.id, sandbox: false });
  await paid("txn_2");
  expect(await booksOf(world.app, shop.merchant)).toMatchObject({ conversions: [{ external_id: "paddle:txn_2" }] });
});

it("only Paddle has sandboxes whose events look like others", async () => {
  const { merchant } = await aShop(world.app);
  await expect(createConnector(merchant.context, { provider: "stripe", sandbox: true })).rejects.toThrow(
    "sandbox is for Paddle only.",
  );
});
