import { describe, expect, onTestFinished, test, vi } from "vitest";
import sql from "sql-template-tag";
import { gzipSync } from "node:zlib";
import { bytesArray, dateArray, instantArray, integerArray, textArray, uuidArray } from "../../src/db/binary-arrays.ts";
import { clickTimeMs } from "../../src/domain/click.ts";
import { idOf } from "../../src/domain/ids.ts";
import { Batches, type BatchFailure } from "../../src/redirector/batches.ts";
import { ClickIdMaker } from "../../src/redirector/click-ids.ts";
import { clientAddress } from "../../src/system/client-address.ts";
import { buildDownloads } from "../start/processes.ts";
import { appForTest } from "../support/app.ts";
import { openDatabase } from "../support/database.ts";
import { follow } from "./links.ts";

describe("click IDs", () => {
  test("have the same text and bytes as every other ID of that UUID, are ordered by time, and never repeat", () => {
    const maker = new ClickIdMaker();
    const seen = new Set<string>();
    let last = "";
    for (let n = 0; n < 2_000; n += 1) {
      const ms = 1_780_000_000_000 + Math.floor(n / 7) * 1_234_567;
      const { id, bytes } = maker.make(ms);
      const hex = bytes.toString("hex");
      const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
      expect(id).toBe(idOf("click", uuid));
      expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(clickTimeMs(id)).toBe(ms);
      expect(seen.has(id)).toBe(false);
      expect(id.slice(0, 14) >= last.slice(0, 14)).toBe(true);
      seen.add(id);
      last = id;
    }
  });
});

test("binary arrays survive a round trip", async () => {
  const db = await openDatabase();
  const uuids = ["00000000-0000-7000-8000-000000000000", "ffffffff-ffff-7fff-bfff-ffffffffffff"];
  const instants = [-86_400_000, 0, 946_684_799_999, 946_684_800_000, 1_780_000_000_123, 4_102_444_800_000];
  const texts = ["", "a'b\"c\\{}", "ä😀", null, "null"];
  const [row] = await db.query<Record<string, unknown>>(sql`select
    ${uuidArray(uuids.map((uuid) => Buffer.from(uuid.replaceAll("-", ""), "hex")))}::uuid[] as uuids,
    ${instantArray(instants)}::timestamptz[] as instants,
    ${dateArray([-1, 0, 10_957, 20_545])}::date[]::text[] as dates,
    ${integerArray([-1, 0, 2_147_483_647])}::int4[] as integers,
    ${bytesArray([Buffer.from([0, 255]), null, Buffer.alloc(0)])}::bytea[] as bytes,
    ${textArray(texts)}::text[] as texts,
    cardinality(${uuidArray([])}::uuid[]) as none, cardinality(${textArray([])}::text[]) as no_texts`);
  expect(row).toEqual({
    uuids,
    instants: instants.map((ms) => new Date(ms)),
    dates: ["1969-12-31", "1970-01-01", "2000-01-01", "2026-04-02"],
    integers: [-1, 0, 2_147_483_647],
    bytes: [Buffer.from([0, 255]), null, Buffer.alloc(0)],
    texts,
    none: 0,
    no_texts: 0,
  });
  await db.close();
});

describe("batches", () => {
  class Item {
    readonly name: string;
    outcome: string | undefined;
    constructor(name: string) {
      this.name = name;
    }
    done(result: string): void {
      if (this.outcome !== undefined) throw new Error(`${this.name} was completed twice.`);
      this.outcome = result;
    }
    failed(why: BatchFailure): void {
      this.done(why);
    }
  }
  const items = (count: number): Item[] => Array.from({ length: count }, (_, n) => new Item(String(n)));
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(() => setImmediate(resolve), 5));

  test("contain what arrived during the previous one", async () => {
    const sizes: number[] = [];
    let finish: () => void = () => {};
    const batches = new Batches<Item, string>({
      work: async (batch) => {
        sizes.push(batch.length);
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return (item) => `did ${item.name}`;
      },
      onError: () => {},
      queueMax: 100,
      batchMax: 30,
      deadlineMs: 60_000,
    });
    const all = items(75);
    for (const item of all.slice(0, 5)) batches.add(item);
    await turn();
    for (const item of all.slice(5)) batches.add(item);
    for (let n = 0; n < 4; n += 1) {
      await turn();
      finish();
    }
    await turn();
    expect(sizes).toEqual([5, 30, 30, 10]);
    expect(all.map((item) => item.outcome)).toEqual(all.map((item) => `did ${item.name}`));
  });

  test("start beside a running one only when enough items wait, and not more than allowed", async () => {
    const started: { size: number; finish: () => void }[] = [];
    const batches = new Batches<Item, string>({
      work: async (batch) => {
        await new Promise<void>((finish) => started.push({ size: batch.length, finish }));
        return () => "done";
      },
      onError: () => {},
      queueMax: 100,
      batchMax: 100,
      deadlineMs: 60_000,
      besides: { waiting: 10, groupsMax: 2 },
    });
    const sizes = (): number[] => started.map(({ size }) => size);
    const add = async (count: number): Promise<void> => {
      for (const item of items(count)) batches.add(item);
      await turn();
    };
    await add(1);
    await add(9);
    expect(sizes()).toEqual([1]);
    await add(1);
    expect(sizes()).toEqual([1, 10]);
    await add(30);
    expect(sizes()).toEqual([1, 10]);
    started[1]?.finish();
    await turn();
    expect(sizes()).toEqual([1, 10, 30]);
    await add(2);
    started[0]?.finish();
    await turn();
    expect(sizes()).toEqual([1, 10, 30]);
    started[2]?.finish();
    await turn();
    expect(sizes()).toEqual([1, 10, 30, 2]);
  });

  test("reject items that no longer fit into the queue", async () => {
    const batches = new Batches<Item, string>({
      work: () => new Promise(() => {}),
      onError: () => {},
      queueMax: 10,
      batchMax: 5,
      deadlineMs: 60_000,
    });
    const all = items(30);
    for (const item of all) batches.add(item);
    expect(all.filter((item) => item.outcome === "full")).toHaveLength(20);
    await turn();
  });

  test("fail items that waited too long or arrive during a stall, each once", async () => {
    vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    let finish: () => void = () => {};
    const batches = new Batches<Item, string>({
      work: async () => {
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return () => "done after all";
      },
      onError: (error) => {
        throw error;
      },
      queueMax: 100,
      batchMax: 100,
      deadlineMs: 100,
    });
    const [first, second, third, fourth] = items(4);
    if (!first || !second || !third || !fourth) throw new Error("Four items.");
    batches.add(first);
    await turn();
    batches.add(second);
    vi.advanceTimersByTime(250);
    expect([first.outcome, second.outcome]).toEqual(["unknown", "late"]);
    batches.add(third);
    expect(third.outcome).toBe("late");
    finish();
    await turn();
    batches.add(fourth);
    await turn();
    finish();
    await turn();
    expect(fourth.outcome).toBe("done after all");
  });

  test("continue after failed work, and after an item whose callback failed", async () => {
    let fails = true;
    const errors: unknown[] = [];
    const batches = new Batches<Item, string>({
      work: async () => {
        if (fails) throw new Error("no");
        return () => "ok";
      },
      onError: (error) => errors.push(error),
      queueMax: 100,
      batchMax: 100,
      deadlineMs: 60_000,
    });
    const [first, broken, last] = items(3);
    if (!first || !broken || !last) throw new Error("Three items.");
    batches.add(first);
    await turn();
    expect(first.outcome).toBe("unknown");
    fails = false;
    broken.outcome = "told already";
    batches.add(broken);
    batches.add(last);
    await turn();
    expect(last.outcome).toBe("ok");
    expect(errors).toHaveLength(2);
  });
});

describe("the visitor's address", () => {
  const from = (remoteAddress: string, forwarded?: string) => ({
    socket: { remoteAddress },
    rawHeaders: forwarded === undefined ? [] : ["X-Forwarded-For", forwarded],
  });

  test.each([
    [[], "203.0.113.7", undefined, "203.0.113.7"],
    [[], "203.0.113.7", "198.51.100.1", "203.0.113.7"],
    [["10.0.0.0/8"], "203.0.113.7", "198.51.100.1", "203.0.113.7"],
    [["10.0.0.0/8"], "10.1.2.3", "198.51.100.1", "198.51.100.1"],
    [["10.0.0.0/8"], "10.1.2.3", "1.1.1.1, 198.51.100.1, 10.9.9.9", "198.51.100.1"],
    [["loopback"], "::ffff:127.0.0.1", "198.51.100.1", "198.51.100.1"],
    [["loopback"], "::1", "2001:db8::1", "2001:db8::1"],
    [["10.0.0.5"], "10.0.0.5", "not an address", "10.0.0.5"],
  ] as const)("with proxies %j, socket %s and header %s is %s", (...[proxies, socket, header, expected]) => {
    expect(clientAddress(proxies)(from(socket, header))).toBe(expected);
  });
});

describe("/t.js", () => {
  test("is a script that other sites may load, below 2 kB compressed", async () => {
    buildDownloads();
    const app = await appForTest();
    const { status, headers, text } = await follow(app, "/t.js");
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cross-origin-resource-policy": "cross-origin",
      "access-control-allow-origin": "*",
    });
    expect(gzipSync(text).length).toBeLessThan(2_000);
    const zipped = await follow(app, "/t.js", { "accept-encoding": "gzip, br" });
    expect(zipped.headers["content-encoding"]).toBe("gzip");
    expect(Number(zipped.headers["content-length"])).toBeLessThan(2_000);
    expect((await follow(app, "/t.js", { "if-none-match": headers["etag"] ?? "" })).status).toBe(304);
  });
});
