import { createTributary, type Tributary } from "tributary-sdk";
import { afterAll, afterEach, beforeAll } from "vitest";
import { tributaryOver } from "../src/client.ts";
import { createTransport } from "../src/transport.ts";
import { worldForFile, type FileWorld } from "../../server/test/support/shop.ts";
import { notedTiming, type NotedTiming } from "./noted-timing.ts";
import { unreliableProxy, type Proxy } from "./unreliable-proxy.ts";

export interface ListeningWorld {
  readonly world: FileWorld;
  readonly proxy: Proxy;
  /** An ordinary client, connected directly to the server. */
  readonly direct: Tributary;
  /** Connected through the proxy. Waits are recorded instead of waited for. */
  readonly through: Tributary;
  readonly timing: NotedTiming;
}

/** A listening server, a proxy in front of it, and an SDK client for each. */
export function listeningWorld(): ListeningWorld {
  const world = worldForFile();
  const timing = notedTiming();
  let made: { proxy: Proxy; direct: Tributary; through: Tributary } | undefined;
  beforeAll(async () => {
    const baseUrl = await world.app.http.listen({ port: 0, host: "127.0.0.1" });
    const proxy = await unreliableProxy(baseUrl);
    const apiKey = world.shop.merchant.key;
    const send = createTransport({ baseUrl: proxy.address, apiKey, timeoutMs: 30_000 }, timing);
    made = { proxy, direct: createTributary({ baseUrl, apiKey }), through: tributaryOver(send) };
  });
  afterEach(() => {
    timing.waits.length = 0;
    made?.proxy.plan();
  });
  afterAll(() => made?.proxy.close());
  const part = <Name extends "proxy" | "direct" | "through">(name: Name) => {
    if (!made) throw new Error("The world exists only while tests run.");
    return made[name];
  };
  return {
    world,
    timing,
    get proxy() {
      return part("proxy");
    },
    get direct() {
      return part("direct");
    },
    get through() {
      return part("through");
    },
  };
}
