import { expect, test } from "vitest";
import { findTestTime, tryHoldClock } from "../../src/store/test-mode/clocks.ts";
import { TwinClocks } from "../../src/usecases/twins/twin-clocks.ts";
import { createEndpoint } from "../../src/usecases/webhooks/create-endpoint.ts";
import { appForTest, startApp } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { listen, send } from "../support/sockets.ts";
import { aTwin, clockOf } from "../support/twins.ts";
import { aSale, aTestShop } from "./test-world.ts";

test("a process that shuts down ends an advance that waits for webhooks, and says where the clock stands", async () => {
  const app = await startApp();
  const shop = await aTestShop(app);
  const { accountId, context, key } = shop.merchant;
  // Nothing sends webhooks here, so the advance waits.
  await createEndpoint(context, { url: "https://93.184.215.14/in", events: ["conversion.created"] });
  await aSale(shop);
  const start = await clockOf(app, accountId);
  const moving = send({
    port: await listen(app),
    method: "POST",
    path: "/v1/test/clock",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ advance: "P1D" }),
  });
  await eventually(async () => expect(await findTestTime(app.db, accountId)).toBe("moving"));
  await app.close();
  const { status, text } = await moving;
  expect(status).toBe(503);
  expect(text).toContain("Tributary is restarting.");
  expect(text).toContain(start.toISOString());
});

test("a process that shuts down ends requests that wait for a clock", async () => {
  const app = await appForTest();
  const { accountId } = await aTwin(app);
  const stop = new AbortController();
  await app.db.transaction(async (tx) => {
    expect(await tryHoldClock(tx, accountId)).toBe(true);
    const waiting = new TwinClocks().read({ db: app.db, stopping: stop.signal }, accountId);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: "busy" });
  });
});
