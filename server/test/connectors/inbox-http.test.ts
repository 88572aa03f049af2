import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { RECEIPT_BYTES_MAX } from "tributary-sdk/limits";
import { aMerchant } from "../support/world.ts";
import { worldForFile } from "../support/shop.ts";
import { listen } from "../support/sockets.ts";
import { aConnector, receiptsOf, signatureOf, type TestConnector } from "./inbox-world.ts";

const TOKEN = "metrics-token-of-this-test-0123456789";
const world = worldForFile({ METRICS_TOKEN: TOKEN });
let port = 0;
beforeAll(async () => {
  port = await listen(world.app);
});

const order = (id: string): string =>
  JSON.stringify({ type: "order.paid", external_id: id, amount: 100, currency: "EUR" });

function post(connector: Pick<TestConnector, "id" | "secret">, body: string): Promise<Response> {
  const headers = { "x-service-signature": signatureOf(body, connector.secret, world.app.clock.now()) };
  return fetch(`http://127.0.0.1:${port}/in/${connector.id}?from=shop`, { method: "POST", headers, body });
}

describe("webhooks over HTTP", () => {
  it("are stored once each, however many arrive together for however many shops", async () => {
    const connectors: TestConnector[] = [];
    for (let shop = 0; shop < 3; shop += 1) connectors.push(await aConnector(await aMerchant(world.app)));
    const sent = await Promise.all(
      Array.from({ length: 90 }, (_, number) => connectors.map((each) => post(each, order(`A${number % 30}`)))).flat(),
    );
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]));
    for (const each of connectors) expect(await receiptsOf(world.app, each)).toHaveLength(30);
  });

  it("do not fail because of another one that arrives with them", async () => {
    const connector = await aConnector(world.shop.merchant);
    const other = await aConnector(world.shop.merchant);
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        number % 2 === 0
          ? post(connector, order(`B${number}`))
          : post({ id: connector.id, secret: other.secret }, order(`B${number}`)),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => [200, 401]).flat());
    expect(await receiptsOf(world.app, connector)).toHaveLength(10);
  });

  it("get the same errors as other requests, with a request ID", async () => {
    const connector = await aConnector(world.shop.merchant);
    const refused = await post({ ...connector, secret: "wrong" }, order("C1"));
    expect(refused.status).toBe(401);
    expect(await refused.json()).toEqual({
      error: expect.any(String) as string,
      code: "invalid_signature",
      request_id: refused.headers.get("x-request-id"),
    });
    expect((await post({ ...connector, id: "con_" }, order("C2"))).status).toBe(404);
    expect((await post({ ...connector, id: "%ff" }, order("C3"))).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${port}/in/${connector.id}`)).status).toBe(404);
  });

  it("are refused above 2 MiB, also if they do not say how long they are", async () => {
    const connector = await aConnector(world.shop.merchant);
    const told = await post(connector, " ".repeat(RECEIPT_BYTES_MAX + 1));
    expect([told.status, told.headers.get("connection")]).toEqual([413, "close"]);
    const socket = connect({ host: "127.0.0.1", port });
    socket.write(`POST /in/${connector.id} HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n`);
    const chunk = " ".repeat(65_536);
    for (let sent = 0; sent <= RECEIPT_BYTES_MAX; sent += chunk.length) socket.write(`10000\r\n${chunk}\r\n`);
    const [first] = (await once(socket, "data")) as [Buffer];
    expect(first.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  it("are counted in the metrics by route and status", async () => {
    const connector = await aConnector(world.shop.merchant);
    await post(connector, order("D1"));
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    expect(await metrics.text()).toMatch(
      /tributary_http_request_duration_seconds_count\{method="POST",route="\/in\/:connector_id",status="200"\} [1-9]/,
    );
  });
});
