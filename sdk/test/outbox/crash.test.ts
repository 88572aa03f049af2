import { createTributary, type FailedCall, type NewConversion } from "tributary-sdk";
import { beforeAll, expect, it } from "vitest";
import { build } from "../../../server/test/start/processes.ts";
import { conversionsOf, worldForFile } from "../../../server/test/support/shop.ts";
import { everyFile, newBox } from "./boxes.ts";
import { shopProcess } from "./shop-process.ts";

const world = worldForFile();
let address = "";
beforeAll(async () => {
  build();
  address = await world.app.http.listen({ port: 0, host: "127.0.0.1" });
});

const UNREACHABLE = "http://127.0.0.1:1";
const env = (more: Record<string, string>) => ({
  TRIBUTARY_URL: address,
  TRIBUTARY_KEY: world.shop.merchant.key,
  ...more,
});
const orderNamed = (external_id: string) => ({
  campaign_id: world.shop.campaignId,
  affiliate_code: world.shop.affiliate.code,
  external_id,
  amount: 100,
});
const recorded = async (): Promise<string[]> =>
  (await conversionsOf(world.shop, "?limit=100")).map(({ external_id }) => String(external_id));

/** The next process of the shop. It sends what is there at once: a dead process holds nothing. */
async function next(directory: string) {
  // The limit of a key is per minute.
  world.app.clock.forward({ seconds: 61 });
  const failed: FailedCall[] = [];
  const outbox = { directory, onFailed: (call: FailedCall) => failed.push(call) };
  const tributary = createTributary({ baseUrl: address, apiKey: world.shop.merchant.key, outbox });
  const { pending } = await tributary.outbox.flush();
  await tributary.outbox.close();
  return { pending, failed };
}

const left = (directory: string): string[] =>
  everyFile(directory)
    // Nobody was promised what is in unfinished files. They are deleted after two minutes.
    .filter((path) => !path.endsWith(".tmp"))
    .map((path) => path.slice(directory.length));

/** An outbox with an order that was queued while Tributary was unavailable. */
async function filled(order: object): Promise<string> {
  const directory = newBox();
  const unreachable: typeof fetch = (_url, init) => fetch(UNREACHABLE, init);
  const options = { baseUrl: address, apiKey: world.shop.merchant.key, outbox: directory };
  const tributary = createTributary({ ...options, fetch: unreachable });
  expect(await tributary.conversions.track(order as NewConversion)).toMatchObject({ queued: true });
  await tributary.outbox.close();
  return directory;
}

interface Dying {
  readonly name: string;
  readonly from: (order: object) => Promise<string>;
  readonly shop: (order: object) => Record<string, string>;
  /** Whether the order is promised to be sent, by what the process printed. */
  readonly promised: (lines: readonly string[]) => boolean;
}
const isAcknowledged = (lines: readonly string[]): boolean => lines.some((line) => /^(recorded|queued) /.test(line));
const cases: Dying[] = [
  {
    name: "tracks an order",
    from: () => Promise.resolve(newBox()),
    shop: (order) => ({ ORDERS: JSON.stringify([order]) }),
    promised: isAcknowledged,
  },
  {
    name: "queues an order while Tributary is unavailable",
    from: () => Promise.resolve(newBox()),
    shop: (order) => ({ ORDERS: JSON.stringify([order]), SENT_TO: UNREACHABLE }),
    promised: isAcknowledged,
  },
  {
    name: "sends what another process left behind",
    from: filled,
    shop: () => ({ THEN: "flush" }),
    promised: () => true,
  },
];

it.each(cases)(
  "a process that $name can be killed before any of its steps: the order counts once, and no file is left",
  async ({ name, from, shop, promised }) => {
    let whole = false;
    let counted = 0;
    let steps = 0;
    while (!whole && steps < 60) {
      steps += 1;
      const order = orderNamed(`${name} ${steps}`);
      const directory = await from(order);
      const killed = { ...env({ OUTBOX: directory, ...shop(order) }), DIE_BEFORE: String(steps) };
      const { code, lines } = await shopProcess(killed, { dying: true }).ended;
      whole = code === 0;
      expect(await next(directory)).toEqual({ pending: 0, failed: [] });
      const count = (await recorded()).filter((id) => id === order.external_id).length;
      expect([steps, count]).toEqual([steps, promised(lines) ? 1 : Math.min(count, 1)]);
      expect([steps, left(directory)]).toEqual([steps, []]);
      counted += count;
    }
    expect([whole, steps > 5]).toEqual([true, true]);
    expect(counted).toBeGreaterThan(2);
  },
);

it("a refused order is in failed/ once, whenever the process that moves it there is killed", async () => {
  let whole = false;
  for (let steps = 1; !whole; steps += 1) {
    expect(steps).toBeLessThan(60);
    const directory = await filled({ ...orderNamed("wrong"), campaign_id: "cmp_unknown" });
    const killed = { ...env({ OUTBOX: directory, THEN: "flush" }), DIE_BEFORE: String(steps) };
    whole = (await shopProcess(killed, { dying: true }).ended).code === 0;
    expect(await next(directory)).toMatchObject({ pending: 0 });
    expect([steps, left(directory)]).toEqual([steps, [expect.stringMatching(/^\/failed\/conversion-\w+\.json$/)]]);
  }
});

it("a full disk loses no sale, whatever the step that fails: the order counts once, and nothing is half-written", async () => {
  const directory = newBox();
  await next(directory);
  const full = env({ OUTBOX: directory, ORDER: JSON.stringify(orderNamed("full")) });
  const { code, lines: told } = await shopProcess(full, { dying: true, program: "full-disk.mjs" }).ended;
  expect([code, told.length > 5]).toEqual([0, true]);
  const how = (index: number): string => (index === told.length - 1 ? "stored" : "sent directly");
  expect(told).toEqual(told.map((_, index) => `recorded full ${index + 1}, ${how(index)}`));
  const ids = (await recorded()).filter((id) => id.startsWith("full "));
  expect(ids.toSorted()).toEqual(told.map((_, index) => `full ${index + 1}`).toSorted());
  world.app.clock.forward({ seconds: 61 });
  const volume = env({ OUTBOX: newBox(), ORDERS: JSON.stringify([orderNamed("no links")]), FAIL_FROM: "1" });
  const without = { ...volume, FAIL_ONLY: "link", FAIL_WITH: "EPERM" };
  const { lines } = await shopProcess(without, { dying: true }).ended;
  expect(lines).toEqual([expect.stringContaining("on a volume without hard links"), "recorded no links"]);
  expect(await next(directory)).toEqual({ pending: 0, failed: [] });
  expect(left(directory)).toEqual([]);
});
