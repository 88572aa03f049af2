import { describe, expect, it } from "vitest";
import sql from "sql-template-tag";
import { RECEIPT_BYTES_MAX } from "tributary-sdk/limits";
import { parseId, uuidOf, type ConnectorId } from "../../src/domain/ids.ts";
import { changeConnector, deleteConnector } from "../../src/usecases/connectors/change-connector.ts";
import { rotateConnectorSecret, setConnectorSecret } from "../../src/usecases/connectors/connector-secrets.ts";
import { call, startApp } from "../support/app.ts";
import { aMerchant } from "../support/world.ts";
import { worldForFile } from "../support/shop.ts";
import { aConnector, receiptsOf, send, signatureOf } from "./inbox-world.ts";

const world = worldForFile();
const order = { type: "order.paid", external_id: "A1", amount: 100, currency: "EUR" };
const connectorId = (text: string): ConnectorId => parseId("connector", text) ?? "con_";

async function refusedOf(id: string): Promise<bigint> {
  const [row] = await world.app.db.query<{ refused_count: bigint }>(sql`
    select refused_count from connectors where id = ${uuidOf(connectorId(id))}`);
  return row?.refused_count ?? 0n;
}

describe("the inbox", () => {
  it("stores a signed event once, however often it arrives at the same time", async () => {
    const connector = await aConnector(world.shop.merchant);
    const sent = await Promise.all(Array.from({ length: 16 }, () => send(world.app, connector, order)));
    expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 200));
    expect(await receiptsOf(world.app, connector)).toHaveLength(1);
  });

  it("takes any content type, and keeps bodies encrypted", async () => {
    const connector = await aConnector(world.shop.merchant);
    const raw = JSON.stringify({ ...order, customer_email: "ada@shop.example" });
    const statuses: number[] = [];
    for (const type of [
      "text/plain",
      "application/cloudevents+json; charset=utf-8",
      "application/x-www-form-urlencoded",
    ]) {
      const signature = signatureOf(`${raw}${" ".repeat(type.length)}`, connector.secret, world.app.clock.now());
      const headers = { "content-type": type, "x-service-signature": signature };
      const { status } = await call(world.app, "POST", `/in/${connector.id}`, {
        raw: `${raw}${" ".repeat(type.length)}`,
        headers,
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([200, 200, 200]);
    const stored = await world.app.db.query<{ body_encrypted: Buffer }>(sql`
      select body_encrypted from receipts where connector_id = ${uuidOf(connectorId(connector.id))}`);
    expect(stored).toHaveLength(3);
    for (const { body_encrypted: body } of stored) expect(body.toString("latin1")).not.toContain("ada@");
  });

  it("refuses and counts a missing or wrong signature, and stores nothing", async () => {
    const connector = await aConnector(world.shop.merchant);
    const other = await aConnector(await aMerchant(world.app));
    const raw = JSON.stringify(order);
    const unsigned = await call(world.app, "POST", `/in/${connector.id}`, {
      raw,
      headers: { "content-type": "application/json" },
    });
    const foreign = await send(world.app, { id: connector.id, secret: other.secret }, order);
    const empty = await send(world.app, connector, "");
    expect([unsigned.status, foreign.status, empty.status]).toEqual([401, 401, 401]);
    expect(foreign.body).toMatchObject({ code: "invalid_signature" });
    await expect.poll(() => refusedOf(connector.id)).toBe(3n);
    expect(await receiptsOf(world.app, connector)).toEqual([]);
  });

  it("refuses an event that was signed more than five minutes ago", async () => {
    const connector = await aConnector(world.shop.merchant);
    const raw = JSON.stringify(order);
    const signature = signatureOf(raw, connector.secret, world.app.clock.after({ seconds: -301 }));
    const headers = { "content-type": "application/json", "x-service-signature": signature };
    expect((await call(world.app, "POST", `/in/${connector.id}`, { raw, headers })).status).toBe(401);
  });

  it("says 404 for an unknown connector, 410 for a deleted one, and 413 above 2 MiB", async () => {
    const { merchant } = world.shop;
    const connector = await aConnector(merchant);
    expect((await send(world.app, connector, order)).status).toBe(200);
    expect((await send(world.app, { ...connector, id: "con_01jz8q3v5kf2r9w0y4t6x1m7ab" }, order)).status).toBe(404);
    expect((await send(world.app, { ...connector, id: "con_" }, order)).status).toBe(404);
    const fits = JSON.stringify({ ...order, external_id: "A2", note: "" });
    const largest = fits.replace('"note":""', `"note":"${"x".repeat(RECEIPT_BYTES_MAX - fits.length)}"`);
    expect((await send(world.app, connector, largest)).status).toBe(200);
    const tooLarge = await send(world.app, connector, `${largest} `);
    expect(tooLarge.status).toBe(413);
    expect(tooLarge.body).toMatchObject({ code: "receipt_too_large" });
    await deleteConnector(merchant.context, connectorId(connector.id));
    const gone = await send(world.app, connector, { ...order, external_id: "A3" });
    expect(gone.status).toBe(410);
  });

  it("accepts both secrets for a day after a rotation, and only the new one later", async () => {
    const { merchant } = world.shop;
    const connector = await aConnector(merchant);
    const status = async (secret: string, id: string): Promise<number> =>
      (await send(world.app, { ...connector, secret }, { ...order, external_id: id })).status;
    expect(await status(connector.secret, "B1")).toBe(200);
    const { secret } = await rotateConnectorSecret(merchant.context, connectorId(connector.id));
    expect([await status(connector.secret, "B2"), await status(secret ?? "", "B3")]).toEqual([200, 200]);
    world.app.clock.forward({ hours: 25 });
    expect([await status(connector.secret, "B4"), await status(secret ?? "", "B5")]).toEqual([401, 200]);
  });

  it("accepts the replaced secret for a day, even if the new one is saved again", async () => {
    const { merchant } = world.shop;
    const connector = await aConnector(merchant);
    const id = connectorId(connector.id);
    const save = () => setConnectorSecret(merchant.context, { id, secret: "new-secret" });
    const [first, second] = await Promise.all([save(), save()]);
    world.app.clock.forward({ hours: 1 });
    const third = await save();
    expect([second.previousSecretUntil, third.previousSecretUntil]).toEqual([
      first.previousSecretUntil,
      first.previousSecretUntil,
    ]);
    expect((await send(world.app, connector, { ...order, external_id: "F1" })).status).toBe(200);
    const changed = { ...connector, secret: "new-secret" };
    expect((await send(world.app, changed, { ...order, external_id: "F2" })).status).toBe(200);
  });

  it("accepts nothing until the provider's secret is known", async () => {
    const { merchant } = world.shop;
    const connector = await aConnector(merchant, { provider: "stripe" });
    expect(connector.secret).toBe("");
    const raw = JSON.stringify({ id: "evt_1", type: "invoice.paid" });
    const post = (secret: string) => {
      const headers = { "stripe-signature": signatureOf(raw, secret, world.app.clock.now()) };
      return call(world.app, "POST", `/in/${connector.id}`, { raw, headers });
    };
    expect((await post("")).status).toBe(401);
    await setConnectorSecret(merchant.context, { id: connectorId(connector.id), secret: "whsec_1" });
    expect((await post("whsec_1")).status).toBe(200);
  });

  it("says 503 with Retry-After while the database is unavailable", async () => {
    const app = await startApp();
    try {
      const connector = await aConnector(await aMerchant(app));
      expect((await send(app, connector, order)).status).toBe(200);
      await app.db.close();
      const { status, headers } = await send(app, connector, { ...order, external_id: "C1" });
      expect([status, headers["retry-after"]]).toEqual([503, "2"]);
    } finally {
      await app.close();
    }
  });
});

describe("a receipt that cannot be processed", () => {
  it("stays, says why, and runs again", async () => {
    const { merchant } = world.shop;
    const connector = await aConnector(merchant);
    const id = connectorId(connector.id);
    await changeConnector(merchant.context, { id, mapping: { "order.amount": "sum" } });
    await send(world.app, connector, { ...order, external_id: "D1" });
    await world.app.receipts.run();
    const [failed] = await receiptsOf(world.app, connector);
    expect(failed).toMatchObject({
      state: "failed",
      attempts: 1,
      problem: expect.stringContaining("amount") as string,
    });
    await changeConnector(merchant.context, { id, mapping: {} });
    const base = `/api/dashboard/${merchant.accountId}`;
    const session = await call(world.app, "POST", "/api/session", {
      body: { email: merchant.email, password: merchant.password },
    });
    const headers = {
      cookie: String(session.headers["set-cookie"]).split(";", 1)[0] ?? "",
      "sec-fetch-site": "same-origin",
    };
    const listed = await call(world.app, "GET", `${base}/connectors/${connector.id}/receipts?state=failed`, {
      headers,
    });
    const receipt = listed.body.receipts[0] as { id: string };
    const again = await call(world.app, "POST", `${base}/connectors/${connector.id}/receipts/${receipt.id}/run`, {
      headers,
    });
    expect(again.status).toBe(200);
    await world.app.receipts.run();
    expect(await receiptsOf(world.app, connector)).toEqual([
      expect.objectContaining({ state: "done", attempts: 2, reason: "no_evidence", problem: null }),
    ]);
  });

  it("cannot run again once its content was deleted after 30 days", async () => {
    const connector = await aConnector(world.shop.merchant);
    await send(world.app, connector, { ...order, external_id: "E1" });
    await world.app.receipts.run();
    world.app.clock.forward({ days: 31 });
    await world.app.jobs.runDue();
    const [row] = await world.app.db.query<{ body_encrypted: Buffer | null; state: string }>(sql`
      select body_encrypted, state from receipts where connector_id = ${uuidOf(connectorId(connector.id))}`);
    expect(row).toEqual({ body_encrypted: null, state: "done" });
  });
});
