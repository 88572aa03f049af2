import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encode } from "../../src/outbox/call-file.ts";
import { failureOf } from "../faults.ts";
import { failed, refused, type Planned } from "../planned-fetch.ts";
import { clientWith, everyFile, filesIn, newBox, order, tracked, withResolvers } from "./boxes.ts";

const down = (): Planned => failed("ECONNREFUSED");

describe("the directory", () => {
  it("can be read by its owner only, and contains no API key", async () => {
    const directory = newBox();
    const { tributary } = clientWith({ directory }, down, () => refused(404, "campaign_not_found"), down);
    await tributary.conversions.track(order(1));
    await tributary.outbox.flush();
    await tributary.conversions.track(order(2));
    const entries = [
      directory,
      ...readdirSync(directory, { recursive: true }).map((name) => join(directory, String(name))),
    ];
    const modes = entries.map((path) => [statSync(path).isDirectory(), statSync(path).mode & 0o777]);
    expect(modes.filter(([isFolder, mode]) => mode !== (isFolder ? 0o700 : 0o600))).toEqual([]);
    const texts = everyFile(directory).map((path) => readFileSync(path, "utf8"));
    expect(texts).toHaveLength(2);
    expect(texts.filter((text) => text.includes("secret") || text.includes("sk_"))).toEqual([]);
    await tributary.outbox.close();
  });

  it("holds a limited number of calls, and says so", async () => {
    const { tributary } = clientWith({ directory: newBox(), maxPending: 2 }, down);
    await tributary.conversions.track(order(1));
    await tributary.conversions.track(order(2));
    expect(await failureOf(tributary.conversions.track(order(3)))).toMatchObject({
      code: "outbox_full",
      message: "The outbox is full: 2 calls are pending.",
    });
    // What is already stored is not one more.
    expect(await tributary.conversions.track(order(2))).toMatchObject({ queued: true });
    await tributary.outbox.close();
  });

  it("sets damaged files aside, reports them, and sends the others", async () => {
    const directory = newBox();
    const first = clientWith({ directory }, down);
    for (const number of [1, 2, 3]) await first.tributary.conversions.track(order(number));
    await first.tributary.outbox.close();
    const [damaged = "", newer = ""] = filesIn(directory, "pending");
    writeFileSync(
      join(directory, "pending", damaged),
      readFileSync(join(directory, "pending", damaged), "utf8").slice(9),
    );
    writeFileSync(join(directory, "pending", newer), encode({ format: 2 }));
    const second = clientWith({ directory }, tracked);
    // A file of a newer SDK waits for it.
    expect(await second.tributary.outbox.flush()).toMatchObject({ failed: 0, pending: 1 });
    expect([filesIn(directory, "corrupt"), filesIn(directory, "pending")]).toEqual([[damaged], [newer]]);
    expect(second.problems.map(({ message }) => message).sort()).toEqual(
      [
        `pending/${damaged} is damaged. It was moved to corrupt/${damaged}.`,
        `pending/${newer} was written by a newer SDK.`,
      ].sort(),
    );
    expect(second.sent).toHaveLength(1);
    await second.tributary.outbox.close();
  });

  it("that cannot be used is reported by each call, until it can be", async () => {
    const directory = newBox();
    mkdirSync(join(directory, ".."), { recursive: true });
    writeFileSync(directory, "");
    const { tributary, asked } = clientWith({ directory }, tracked);
    expect(await failureOf(tributary.conversions.track(order(1)))).toMatchObject({ code: "outbox_unavailable" });
    expect(asked).toEqual([]);
    rmSync(directory);
    expect(await tributary.conversions.track(order(1))).toMatchObject({ queued: false });
    await tributary.outbox.close();
  });

  it("of a live and a test key keeps their calls apart", async () => {
    const directory = newBox();
    const live = clientWith({ directory }, down);
    await live.tributary.conversions.track(order(1));
    await live.tributary.outbox.close();
    const test = clientWith({ directory, apiKey: "sk_test_secret" }, down, tracked);
    await test.tributary.conversions.track(order(1, { amount: 1 }));
    expect(await test.tributary.outbox.flush()).toEqual({ sent: 1, failed: 0, pending: 1 });
    expect(test.asked.map(({ body }) => (body as { amount: number }).amount)).toEqual([1, 1]);
    await test.tributary.outbox.close();
  });
});

describe("a closed outbox", () => {
  it("accepts no more calls, and keeps what is pending", async () => {
    const directory = newBox();
    const { tributary } = clientWith({ directory }, down);
    await tributary.conversions.track(order(1));
    await tributary.outbox.close();
    expect(await failureOf(tributary.conversions.track(order(2)))).toMatchObject({ code: "outbox_closed" });
    expect(await failureOf(tributary.outbox.flush())).toMatchObject({ code: "outbox_closed" });
    expect([await tributary.outbox.size(), filesIn(directory, "leases")]).toEqual([1, []]);
  });

  it("waits for the requests in flight", async () => {
    const gate = withResolvers<Response>();
    const { tributary } = clientWith({ directory: newBox(), waitMs: 1 }, () => () => gate.promise);
    await tributary.conversions.track(order(1));
    const closing = tributary.outbox.close();
    gate.resolve(tracked());
    await closing;
    expect(await tributary.outbox.size()).toBe(0);
  });
});
