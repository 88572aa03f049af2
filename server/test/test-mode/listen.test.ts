import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface, type Interface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { verifyWebhook } from "tributary-sdk";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventTypes } from "../../src/domain/events.ts";
import { build, programFile, run, runAlone, start, stop, urlOf, type App } from "../start/processes.ts";
import { appForFile, SECRET_KEY } from "../support/app.ts";
import { whenFileEnds } from "../support/file-end.ts";
import { aMerchant } from "../support/world.ts";
import { createKey } from "../../src/usecases/keys/create-key.ts";

const app = await appForFile();

interface Received {
  readonly type: string;
  readonly id: string;
  readonly livemode: boolean;
}

let env: Record<string, string>;
let triggering: Record<string, string>;
let service: App;
let receiver: Server;
let url = "";
let status = 200;
let endless = false;
const received: Received[] = [];
let secret = "";

beforeAll(async () => {
  build();
  app.clock.set(new Date());
  const merchant = await aMerchant(app);
  // Two keys, because each has its own rate limit.
  const [{ secret: key }, { secret: other }] = [
    await createKey(merchant.context, "listen", { test: true }),
    await createKey(merchant.context, "trigger", { test: true }),
  ];
  // With the system's clock: events are forwarded in the order of their times.
  service = await start({ DATABASE_URL: urlOf(app.connection), SECRET_KEY: SECRET_KEY.toString("hex") });
  env = { TRIBUTARY_URL: service.address, TRIBUTARY_KEY: key };
  triggering = { ...env, TRIBUTARY_KEY: other };
  receiver = createServer((request, response) => {
    void receive(request).then((event) => {
      received.push(event);
      if (endless) response.writeHead(200).write("\u009b".repeat(8_192));
      else response.writeHead(status).end("thanks");
    });
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`;
});
afterAll(async () => {
  receiver.close();
  receiver.closeAllConnections();
  await stop(service);
});

/** Throws if the signature is wrong. */
async function receive(request: IncomingMessage): Promise<Received> {
  const body = Buffer.concat(await request.toArray()).toString();
  const signature = String(request.headers["x-service-signature"]);
  return (await verifyWebhook({ body, signature, secret })) as unknown as Received;
}

class Listening {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  readonly ended: Promise<unknown>;

  constructor() {
    const child = spawn(process.execPath, [programFile(), "listen", "--forward-to", url, "--json"], {
      env,
      stdio: ["pipe", "pipe", "inherit"],
    });
    const lines: Interface = createInterface({ input: child.stdout });
    this.#child = child;
    this.#lines = lines[Symbol.asyncIterator]();
    this.ended = once(child, "exit");
    whenFileEnds(() => void child.kill("SIGKILL"));
  }

  async next(): Promise<Record<string, unknown>> {
    const { value } = (await this.#lines.next()) as { value: string };
    return JSON.parse(value) as Record<string, unknown>;
  }

  type(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  stopReading(): void {
    this.#child.stdout?.destroy();
  }

  async stop(): Promise<void> {
    this.#child.kill("SIGINT");
    await this.ended;
  }
}

describe("listen", () => {
  test("forwards what trigger makes happen, signed, and resends it on request", async () => {
    const listening = new Listening();
    secret = String((await listening.next())["secret"]);
    expect(secret).toMatch(/^whsec_/);

    for (const type of eventTypes) {
      const { exitCode, stdout } = await run(["trigger", type, "--json"], triggering);
      expect([type, exitCode]).toEqual([type, 0]);
      expect(JSON.parse(stdout)).toMatchObject({ event: type });
      // Earlier events of the story come first.
      for (;;) {
        const line = await listening.next();
        expect(line).toMatchObject({ status: 200, response: "thanks" });
        if (line["type"] === type) break;
      }
      expect(received.at(-1)).toMatchObject({ type, livemode: false });
    }
    const ids = received.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);

    status = 500;
    listening.type("r");
    expect(await listening.next()).toMatchObject({ event: ids.at(-1), status: 500 });
    status = 200;
    listening.type(String(ids[0]));
    expect(await listening.next()).toMatchObject({ event: ids[0], status: 200 });
    listening.type("evt_unknown");
    expect(await listening.next()).toEqual({ problem: "event_not_found" });
    await listening.stop();
  });

  test("forwards nothing from before it started, and says why it waits", async () => {
    await run(["trigger", "conversion.created"], triggering);
    received.length = 0;
    const waiting = new AbortController();
    const authorization = `Bearer ${env["TRIBUTARY_KEY"]}`;
    const ask = async (query: string): Promise<Response> =>
      fetch(`${service.address}/v1/test/events?${query}`, { headers: { authorization }, signal: waiting.signal });
    const { next } = (await (await ask("wait=0")).json()) as { next: string };
    const others = Array.from({ length: 5 }, async () => {
      // A listener that starts slowly must find the slots taken too.
      while (!waiting.signal.aborted) {
        const response = await ask(`after=${next}&wait=25`).catch(() => undefined);
        if (response?.ok !== true) await sleep(100);
      }
    });

    const listening = new Listening();
    secret = String((await listening.next())["secret"]);
    expect(await listening.next()).toEqual({ problem: "busy", message: expect.stringContaining("queued") });
    waiting.abort();
    await Promise.all(others);
    // Its next request would wait 25 seconds for an event.
    await run(["trigger", "payout.created", "--json"], triggering);
    expect(await listening.next()).toEqual({ reconnected: true });
    let line = await listening.next();
    const types = [line["type"]];
    while (line["type"] !== "payout.created") types.push((line = await listening.next())["type"]);
    expect(types.filter((type) => type === "conversion.created")).toHaveLength(1);
    await listening.stop();
  });

  test("exits when its output is closed", async () => {
    const listening = new Listening();
    secret = String((await listening.next())["secret"]);
    listening.stopReading();
    await run(["trigger", "conversion.created"], triggering);
    expect(await listening.ended).toEqual([0, null]);
  });

  test("reads only the start of a response without an end, and stops at once", async () => {
    const listening = new Listening();
    secret = String((await listening.next())["secret"]);
    endless = true;
    await run(["trigger", "conversion.created"], triggering);
    const line = await listening.next();
    expect(line).toMatchObject({ status: 200 });
    expect(String(line["response"])).toHaveLength(200);
    endless = false;
    await listening.stop();
  });

  test("refuses a live key, and an address where nobody is listening, in one sentence", async () => {
    const live = await runAlone(["listen", "--forward-to", url], { ...env, TRIBUTARY_KEY: "sk_live_x" });
    expect([live.exitCode, live.stderr.trim().split("\n")]).toEqual([
      1,
      [expect.stringContaining("Set TRIBUTARY_KEY to a test key")],
    ]);
    const nowhere = await run(["trigger", "payout.created"], { ...env, TRIBUTARY_URL: "http://127.0.0.1:1" });
    expect([nowhere.exitCode, nowhere.stderr]).toEqual([1, "Cannot reach Tributary at http://127.0.0.1:1.\n"]);
    const unknown = await run(["trigger", "order.created"], env);
    expect([unknown.exitCode, unknown.stderr]).toEqual([
      2,
      `There is no event order.created. Choose one of: ${eventTypes.join(", ")}.\n`,
    ]);
  });
});
