import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build } from "../../../server/test/start/processes.ts";
import { newBox, order } from "./boxes.ts";
import { firstAfter, systemCallsOf, type SystemCall } from "./system-calls.ts";

/** Refuses orders of another campaign, and accepts the others. */
const server: Server = createServer((request, response) => {
  let text = "";
  request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  request.on("end", () => {
    const isKnown = text.includes('"c1"');
    response.writeHead(isKnown ? 201 : 404, { "content-type": "application/json" });
    const conversion = { id: "v1", commission: 10, status: "pending" };
    const refusal = { error: "Campaign not found.", code: "campaign_not_found" };
    response.end(JSON.stringify(isKnown ? { success: true, conversion } : refusal));
  });
});
let address = "";
let port = "";
beforeAll(async () => {
  build();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = String((server.address() as AddressInfo).port);
  address = `http://127.0.0.1:${port}`;
});
afterAll(() => void server.close());

const UNREACHABLE = "http://127.0.0.1:1";
const shop = (directory: string, more: Record<string, string>) => ({
  TRIBUTARY_URL: address,
  TRIBUTARY_KEY: "sk_live_secret",
  OUTBOX: directory,
  ...more,
});
const orders = (...numbers: number[]): string => JSON.stringify(numbers.map((number) => order(number)));

/** The steps after which the first order is on disk. */
function stored(calls: readonly SystemCall[], directory: string): SystemCall {
  const written = firstAfter(
    calls,
    undefined,
    "write",
    `<${directory}/pending/conversion-`,
    '"external_id\\":\\"order-1',
  );
  const [, temporary = ""] = /<([^>]*\.tmp)>/.exec(written.text) ?? [];
  const synced = firstAfter(calls, written, "fsync(", `<${temporary}>`);
  const linked = firstAfter(calls, synced, "link", temporary, '.json"');
  // Not before: the name must not appear without its content.
  expect(calls.find(({ text }) => text.startsWith("link") && text.includes(temporary))).toBe(linked);
  return firstAfter(calls, linked, "fsync(", `<${directory}/pending>`);
}

it("the directory is not listed for each call", async () => {
  const directory = newBox();
  const many = orders(...Array.from({ length: 20 }, (_, number) => number));
  const { calls, lines } = await systemCallsOf(shop(directory, { SENT_TO: UNREACHABLE, ORDERS: many }));
  expect(lines.filter((line) => line.startsWith("queued"))).toHaveLength(20);
  const listings = calls.filter(
    ({ text }) => text.startsWith("getdents64(") && text.includes(`<${directory}/pending>`),
  );
  expect(listings.length).toBeGreaterThan(0);
  // Each listing is two system calls. The outbox lists it when it starts, and at most once a second.
  expect(listings.length).toBeLessThan(2 * 20);
});

describe("an order survives a power failure", () => {
  it("before it is sent", async () => {
    const directory = newBox();
    const { calls, lines } = await systemCallsOf(shop(directory, { ORDERS: orders(1) }));
    expect(lines).toEqual(["recorded order-1"]);
    const connected = firstAfter(calls, stored(calls, directory), "connect(", `htons(${port})`);
    expect(calls.find(({ text }) => text.startsWith("connect(") && text.includes(`htons(${port})`))).toBe(connected);
  });

  it("before the shop is told that it is queued", async () => {
    const directory = newBox();
    const { calls } = await systemCallsOf(shop(directory, { SENT_TO: UNREACHABLE, ORDERS: orders(1) }));
    expect(firstAfter(calls, stored(calls, directory), "write(1<", "queued order-1")).toBeDefined();
  });

  it("together with every directory that was created for it", async () => {
    const directory = newBox();
    const { calls } = await systemCallsOf(shop(directory, { ORDERS: orders(1) }));
    const isCreated = ({ text }: SystemCall) => text.startsWith("mkdir") && text.includes(dirname(directory));
    const created = calls.filter(isCreated).map((call) => ({ call, path: /"([^"]+)"/.exec(call.text)?.[1] ?? "" }));
    expect(created.map(({ path }) => path)).toEqual([
      dirname(directory),
      directory,
      ...["pending", "failed", "corrupt", "leases"].map((name) => `${directory}/${name}`),
    ]);
    const written = firstAfter(calls, undefined, "write", `<${directory}/pending/conversion-`);
    for (const { call, path } of created)
      expect(firstAfter(calls, call, "fsync(", `<${dirname(path)}>`).end).toBeLessThan(written.begin);
  });

  it("when it is moved to failed/", async () => {
    const directory = newBox();
    const unknown = JSON.stringify([order(1, { campaign_id: "c2" })]);
    await systemCallsOf(shop(directory, { SENT_TO: UNREACHABLE, ORDERS: unknown }));
    const { calls, lines } = await systemCallsOf(shop(directory, { THEN: "flush" }));
    expect(lines).toEqual(["failed order-1 campaign_not_found", "pending 0"]);
    const written = firstAfter(calls, undefined, "write", `<${directory}/failed/conversion-`);
    const [, temporary = ""] = /<([^>]*\.tmp)>/.exec(written.text) ?? [];
    const synced = firstAfter(calls, written, "fsync(", `<${temporary}>`);
    const renamed = firstAfter(calls, synced, "rename", temporary, `${directory}/failed/`);
    const durable = firstAfter(calls, renamed, "fsync(", `<${directory}/failed>`);
    const removed = firstAfter(calls, durable, "unlink", `${directory}/pending/conversion-`);
    expect(calls.find(({ text }) => text.startsWith("unlink") && text.includes(`${directory}/pending/`))).toBe(removed);
  });
});
