import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { encode, idOf, targetOf } from "../../src/outbox/call-file.ts";
import { Leases } from "../../src/outbox/leases.ts";
import { newFolder } from "../../../server/test/start/processes.ts";
import { failureOf } from "../faults.ts";
import { failed, refused, type Planned } from "../planned-fetch.ts";
import { clientWith, everyFile, filesIn, newBox, order, refunded, tracked, withResolvers } from "./boxes.ts";

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

  it("that cannot be used is reported, and calls are sent directly until it can be", async () => {
    const directory = newBox();
    mkdirSync(join(directory, ".."), { recursive: true });
    writeFileSync(directory, "");
    const unknown = (): Response => refused(404, "campaign_not_found");
    const { tributary, asked, problems } = clientWith({ directory }, tracked, refunded, down, unknown, tracked);
    const track = () => tributary.conversions.track(order(1));
    expect(await track()).toMatchObject({ id: "v1", queued: false });
    expect(await tributary.refunds.record("v1", { external_id: "r", amount: 1 })).toMatchObject({ queued: false });
    // Neither stored nor sent, or refused.
    expect(await failureOf(track())).toMatchObject({ code: "outbox_unavailable", outcome: "refused", attempts: 1 });
    expect(await failureOf(track())).toMatchObject({ code: "campaign_not_found" });
    expect([asked.length, problems.length]).toEqual([4, 1]);
    rmSync(directory);
    expect(await track()).toMatchObject({ queued: false });
    expect(filesIn(directory, "pending")).toEqual([]);
    await tributary.outbox.close();
  });

  const mixed = { apiKey: "sk_test_first", baseUrl: "https://partners.example" };
  it.each([
    ["a live and a test key", { ...mixed, apiKey: "sk_live_secret" }],
    ["two test keys", { ...mixed, apiKey: "sk_test_second" }],
    ["two servers", { ...mixed, baseUrl: "https://staging.example" }],
  ])("that is used for %s keeps their calls apart, and says so", async (_name, other) => {
    const directory = newBox();
    const unknown = (): Response => refused(404, "campaign_not_found");
    const first = clientWith({ directory, ...other }, down, unknown, down);
    await first.tributary.conversions.track(order(2));
    await first.tributary.outbox.flush();
    await first.tributary.conversions.track(order(1));
    await first.tributary.outbox.close();
    const before = everyFile(directory);
    const second = clientWith({ directory, ...mixed, maxPending: 1 }, down, tracked);
    // The other's calls do not count, and do not collide.
    await second.tributary.conversions.track(order(1, { amount: 1 }));
    expect(await second.tributary.outbox.flush()).toEqual({ sent: 1, failed: 0, pending: 0 });
    expect(second.asked.map(({ body }) => (body as { amount: number }).amount)).toEqual([1, 1]);
    expect([await second.tributary.outbox.failed(), everyFile(directory)]).toEqual([[], before]);
    expect(second.problems.map(({ message }) => message)).toEqual([
      "The outbox contains pending calls for another server or test account (1). " +
        "This client does not send them. Use one directory per account.",
    ]);
    await second.tributary.outbox.close();
  });

  it("sends its calls with a new live key", async () => {
    const directory = newBox();
    const revoked = clientWith({ directory }, () => refused(401, "invalid_api_key"));
    expect(await revoked.tributary.conversions.track(order(1))).toMatchObject({ queued: true });
    await revoked.tributary.outbox.close();
    const renewed = clientWith({ directory, apiKey: "sk_live_renewed", baseUrl: "https://partners.example/" }, tracked);
    expect(await renewed.tributary.outbox.flush()).toMatchObject({ failed: 0, pending: 0 });
    expect([renewed.asked.length, renewed.problems]).toEqual([1, []]);
    await renewed.tributary.outbox.close();
  });
});

describe("a directory with problems", () => {
  it("keeps every refused call, however many there are", async () => {
    const directory = newBox();
    const unknown = (): Response => refused(404, "campaign_not_found");
    const client = clientWith({ directory, maxPending: 1 }, down, unknown, down, unknown);
    for (const number of [1, 2]) {
      await client.tributary.conversions.track(order(number));
      expect(await client.tributary.outbox.flush()).toEqual({ sent: 0, failed: 1, pending: 0 });
    }
    expect([(await client.tributary.outbox.failed()).length, client.problems]).toEqual([2, []]);
    await client.tributary.outbox.close();
  });

  it("reports a damaged file that cannot be moved once", async () => {
    const directory = newBox();
    const first = clientWith({ directory }, down);
    await first.tributary.conversions.track(order(1));
    await first.tributary.outbox.close();
    const [name = ""] = filesIn(directory, "pending");
    writeFileSync(join(directory, "pending", name), "{}");
    const second = clientWith({ directory }, tracked);
    await second.tributary.outbox.size();
    rmSync(join(directory, "corrupt"), { recursive: true });
    writeFileSync(join(directory, "pending", name), "{}");
    for (const _pass of [1, 2, 3]) await second.tributary.outbox.flush();
    expect(second.problems).toHaveLength(1);
    await second.tributary.outbox.close();
  });

  it("never says that a stored refund is not stored", async () => {
    const directory = newBox();
    const { tributary, asked } = clientWith({ directory }, tracked);
    await tributary.outbox.size();
    // Whether the order is pending cannot be read.
    const target = targetOf("https://partners.example", "sk_live_secret");
    mkdirSync(join(directory, "pending", `${idOf(target, { kind: "conversion", body: order(1) })}.json`));
    const refund = { conversion_external_id: "order-1", external_id: "refund-1", amount: 5 };
    expect(await tributary.refunds.recordForOrder(refund)).toMatchObject({ queued: true });
    expect([asked, filesIn(directory, "pending").filter((name) => name.startsWith("refund-")).length]).toEqual([[], 1]);
    await tributary.outbox.close();
  });

  it("leaves the lease of a process in another container alone", async () => {
    const folder = newFolder();
    const leases = new Leases(folder, 60_000, () => 0);
    const mine = await leases.take("order");
    const text = readFileSync(join(folder, "order"), "utf8");
    await mine?.release();
    const holder = JSON.parse(text) as { host: string };
    // No process has this pid.
    const dead = { ...holder, process: "another", pid: 2 ** 30 };
    writeFileSync(join(folder, "order"), JSON.stringify({ ...dead, host: hostname() + " pid:[1]" }));
    expect(await leases.take("order")).toBeUndefined();
    writeFileSync(join(folder, "order"), JSON.stringify(dead));
    expect(await leases.take("order")).toBeDefined();
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
