import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { clickIdOf, expressClicks } from "tributary-sdk";

/** How the shop's backend sends orders to Tributary. */
export interface Backend {
  readonly origin: string;
  readonly key: string;
  readonly campaignId: string;
}

export interface Shop {
  readonly port: number;
  /** Sets the campaign that the backend sends orders to. */
  use(backend: Backend): void;
  close(): Promise<void>;
}

let orders = 0;

/**
 * A test shop that listens on all its host names. Its landing pages differ in how they store the click ID. `/buy` is its
 * backend, which records the order server to server.
 */
export async function openShop(snippetOrigin: string): Promise<Shop> {
  let backend: Backend | undefined;
  const keepClick = expressClicks({ domain: "shop.test", secure: false });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://shop.test");
    if (pathname === "/buy") return void buy(request, response, backend);
    if (pathname === "/middleware") return keepClick(request, response, () => page(response, ""));
    if (pathname === "/snippet") return page(response, snippet(snippetOrigin, 'data-domains="sister.test"'));
    if (pathname === "/consent") return page(response, snippet(snippetOrigin, 'data-consent="required"'));
    page(response, "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    use: (chosen) => {
      backend = chosen;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

const UNAVAILABLE = 503;
const RETRY_MS = 100;
const snippet = (origin: string, attributes: string): string => `<script src="${origin}/t.js" ${attributes}></script>`;

function page(response: ServerResponse, head: string): void {
  const sister = `http://sister.test:${response.req.socket.localPort}/snippet?from=shop`;
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.end(
    `<!doctype html><title>Shop</title>${head}<h1>Shop</h1><a id="sister" href="${sister}">Our sister shop</a>
     <a id="elsewhere" href="http://elsewhere.test/">Somebody else</a>`,
  );
}

async function buy(request: IncomingMessage, response: ServerResponse, backend: Backend | undefined): Promise<void> {
  if (!backend) throw new Error("The shop has no backend yet.");
  const code = new URL(request.url ?? "/", "http://shop.test").searchParams.get("code");
  const clickId = clickIdOf(request);
  const order = JSON.stringify({
    campaign_id: backend.campaignId,
    external_id: `order-${(orders += 1)}`,
    amount: 100,
    click_id: clickId ?? null,
    affiliate_code: code,
  });
  const headers = { authorization: `Bearer ${backend.key}`, "content-type": "application/json" };
  const send = (): Promise<Response> =>
    fetch(`${backend.origin}/v1/conversions`, { method: "POST", headers, body: order });
  let answer = await send();
  // On a busy machine, the click may still be in the journal.
  while (answer.status === UNAVAILABLE) {
    await sleep(RETRY_MS);
    answer = await send();
  }
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ clickId: clickId ?? null, status: answer.status, answer: await answer.json() }));
}
