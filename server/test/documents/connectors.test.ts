import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { generic } from "../../src/connectors/generic/generic.ts";
import { providerNamed } from "../../src/connectors/providers.ts";
import type { InboundRequest } from "../../src/connectors/shared/provider.ts";

const folder = new URL("../../../docs/connectors/", import.meta.url);
const page = readFileSync(new URL("generic.md", folder), "utf8");
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g"))].map(([, code = ""]) => code);

const SECRET = "o7rXc1Zq9LmT4vBn8KsYw2Ud6HfJg3Pe";

/** Runs the example of the page, and returns the request that it makes. */
async function sent(event: unknown): Promise<InboundRequest> {
  const [code = ""] = blocks("js");
  const { send } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    send: (url: string, secret: string, event: unknown) => Promise<void>;
  };
  let request: InboundRequest | undefined;
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      request = { headers: incoming.headers, body: Buffer.concat(chunks) };
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}/in/con_1`, SECRET, event);
  server.close();
  if (!request) throw new Error("Nothing was sent.");
  return request;
}

it("docs/connectors/generic.md signs events as the connector checks them, and its examples count", async () => {
  const [order, refund] = blocks("json").map((text) => JSON.parse(text) as unknown);
  const facts = [];
  for (const event of [order, refund]) {
    const request = await sent(event);
    expect(generic.verify(request, [SECRET], new Date())).toBe(true);
    expect(generic.verify(request, [`${SECRET}x`], new Date())).toBe(false);
    const { topic } = generic.recognize(request);
    const receipt = { topic, headers: {}, body: request.body.toString("utf8"), receivedAt: new Date() };
    facts.push(generic.translate(receipt, { paymentIntents: false, mapping: null }));
  }
  expect(facts).toMatchObject([
    {
      facts: [
        {
          kind: "payment",
          orderId: "1001",
          amounts: { net: 5990n },
          clickId: "clk_01kjmma2g0f1rrrffrgqrx4a05",
          coupons: [{ code: "ADA20" }],
          items: [{ sku: "SHOE-42" }],
        },
      ],
    },
    { facts: [{ kind: "refund", objectId: "1001/r-7", handles: ["order:1001"], refunded: { amountMinor: 1000n } }] },
  ]);
});

it.each(["stripe", "shopify", "woocommerce", "paddle", "lemon-squeezy"])(
  "docs/connectors/%s.md asks for no event that the connector does not know",
  (file) => {
    const text = readFileSync(new URL(`${file}.md`, folder), "utf8");
    const table = /^\| (?:Event|Topic)[\s\S]*?\n\n/m.exec(text)?.[0] ?? "";
    const names = [...table.matchAll(/`([a-z_]+[./_][a-z_./]+)`/g)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(2);
    const provider = providerNamed(file === "lemon-squeezy" ? "lemonsqueezy" : (file as "stripe"));
    for (const name of names) expect([name, isKnown(provider, name)]).toEqual([name, true]);
    expect(isKnown(provider, "nothing.known")).toBe(false);
  },
);

/** Whether an event of this name is read at all: an unknown one is ignored before anything else of it is looked at. */
function isKnown(provider: typeof generic, name: string): boolean {
  const body = JSON.stringify({
    id: "evt_1",
    type: name,
    created: 1,
    livemode: true,
    event_id: "evt_1",
    event_type: name,
    occurred_at: "2026-01-01T00:00:00Z",
    meta: { event_name: name },
    data: { object: {} },
  });
  try {
    const receipt = { topic: name, headers: {}, body, receivedAt: new Date() };
    const translated = provider.translate(receipt, { paymentIntents: true, mapping: null });
    return !("ignored" in translated) || translated.ignored !== "topic";
  } catch {
    return true;
  }
}
