import { createTributary, type TributaryWithOutbox } from "tributary-sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { until } from "../../../server/test/start/processes.ts";
import { failureOf } from "../faults.ts";
import { failed, refused, type Planned } from "../planned-fetch.ts";
import { clientWith, everyFile, filesIn, newBox, order, refunded, tracked, withResolvers } from "./boxes.ts";

const down = (): Planned => failed("ECONNREFUSED");
describe("a call", () => {
  it("returns the response, and leaves no file behind", async () => {
    const directory = newBox();
    const { tributary, sent } = clientWith({ directory }, tracked, refunded);
    const result = await tributary.conversions.track(order(1));
    expect(result).toEqual({ id: "v1", commission: 10, status: "pending", recovered: false, queued: false });
    const refund = await tributary.refunds.record("v1", { external_id: "refund-1", amount: 5 });
    expect(refund).toMatchObject({ queued: false, refund: { id: "r1" } });
    await tributary.outbox.close();
    expect(everyFile(directory)).toEqual([]);
    expect(sent).toEqual([]);
  });

  it("is on disk before it is sent", async () => {
    const directory = newBox();
    let found: string[] = [];
    const { tributary } = clientWith({ directory }, () => {
      found = filesIn(directory, "pending");
      return tracked();
    });
    await tributary.conversions.track(order(1));
    expect(found).toEqual([expect.stringMatching(/^conversion-\w+\.json$/)]);
    await tributary.outbox.close();
  });

  it.each([Number.NaN, Infinity, 5n as never])("with the amount %s is neither stored nor sent", async (amount) => {
    const directory = newBox();
    const { tributary, asked, problems } = clientWith({ directory }, tracked);
    const refund = { external_id: "refund-1", amount };
    for (const send of [
      () => tributary.conversions.track(order(1, { amount })),
      () => tributary.refunds.record("v1", refund),
      () => tributary.refunds.recordForOrder({ ...refund, conversion_external_id: "order-1" }),
    ])
      await expect(send()).rejects.toThrow(/^amount must be a finite number, not/);
    await tributary.outbox.close();
    expect([everyFile(directory), asked, problems]).toEqual([[], [], []]);
  });

  it("is queued while Tributary is unavailable, and sent by the next process", async () => {
    const directory = newBox();
    const first = clientWith({ directory }, down);
    const queued = await first.tributary.conversions.track(order(1));
    expect(queued).toEqual({ queued: true, id: expect.stringMatching(/^conversion-/) });
    // Known to be unavailable: nothing is tried, so a checkout does not wait.
    expect(await first.tributary.conversions.track(order(2))).toMatchObject({ queued: true });
    expect([first.asked.length, await first.tributary.outbox.size()]).toEqual([1, 2]);
    await first.tributary.outbox.close();
    const second = clientWith({ directory }, tracked);
    await until(() => second.sent.length === 2 || undefined);
    expect(second.sent.map(({ call }) => call.body)).toEqual([order(1), order(2)]);
    expect(second.sent[0]?.call.id).toBe(queued.id);
    expect(await second.tributary.outbox.size()).toBe(0);
    await second.tributary.outbox.close();
  });

  it("is retried without being asked to", async () => {
    const plan = [down, () => refused(503, "busy"), tracked];
    const { tributary, sent, asked } = clientWith({ directory: newBox(), retries: true }, ...plan);
    expect(await tributary.conversions.track(order(1))).toMatchObject({ queued: true });
    await until(() => sent.length === 1 || undefined);
    expect(asked).toHaveLength(3);
    await tributary.outbox.close();
  });

  it("is queued if the response takes too long, and is not sent again while it is awaited", async () => {
    const gate = withResolvers<Response>();
    const { tributary, sent, asked } = clientWith({ directory: newBox(), waitMs: 1 }, () => () => gate.promise);
    expect(await tributary.conversions.track(order(1))).toMatchObject({ queued: true });
    expect(sent).toEqual([]);
    const flushed = tributary.outbox.flush();
    gate.resolve(tracked());
    // The response may arrive before the flush has looked for calls, and then it has nothing to send.
    expect(await flushed).toMatchObject({ failed: 0, pending: 0 });
    expect([asked.length, sent.length]).toEqual([1, 1]);
    await tributary.outbox.close();
  });

  it("can be abandoned with a signal, and is sent nevertheless", async () => {
    const gate = withResolvers<Response>();
    const started = withResolvers<void>();
    const { tributary, sent } = clientWith({ directory: newBox() }, () => () => {
      started.resolve();
      return gate.promise;
    });
    const reason = new Error("The customer left.");
    await expect(tributary.conversions.track(order(1), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(await tributary.outbox.size()).toBe(0);
    const controller = new AbortController();
    const result = tributary.conversions.track(order(2), { signal: controller.signal });
    await started.promise;
    controller.abort(reason);
    await expect(result).rejects.toBe(reason);
    gate.resolve(tracked());
    await until(() => sent.length === 1 || undefined);
    await tributary.outbox.close();
  });

  it.each(["3600", "2592000", "999999999"])("waits if the server asks for %s seconds", async (seconds) => {
    const warnings: Error[] = [];
    const warned = (warning: Error): number => warnings.push(warning);
    process.on("warning", warned);
    onTestFinished(() => void process.off("warning", warned));
    const limited = (): Response =>
      Response.json({ error: "Wait.", code: "rate_limited" }, { status: 429, headers: { "retry-after": seconds } });
    const { tributary, asked } = clientWith({ directory: newBox() }, limited, tracked);
    expect(await tributary.conversions.track(order(1))).toMatchObject({ queued: true });
    expect(await tributary.conversions.track(order(2))).toMatchObject({ queued: true });
    expect(asked).toHaveLength(1);
    await tributary.outbox.close();
    // Node.js warns about timers that are too long, and fires them at once.
    expect(warnings).toEqual([]);
  });
});

describe("the same order", () => {
  it("is stored once, and a different one with its ID is rejected before it is sent", async () => {
    const { tributary, orders } = clientWith({ directory: newBox() }, down, tracked);
    const first = await tributary.conversions.track(order(1));
    expect(await tributary.conversions.track(order(1, { customer_id: null }))).toEqual(first);
    expect(await failureOf(tributary.conversions.track(order(1, { amount: 1 })))).toMatchObject({
      code: "outbox_differs",
      outcome: "refused",
      attempts: 0,
    });
    expect(await tributary.outbox.flush()).toEqual({ sent: 1, failed: 0, pending: 0 });
    expect(orders()).toEqual(["order-1", "order-1"]);
    await tributary.outbox.close();
  });

  it("tracked twice at once is sent once, and both callers get the response", async () => {
    const { tributary, asked } = clientWith({ directory: newBox() }, tracked);
    const results = await Promise.all([tributary.conversions.track(order(1)), tributary.conversions.track(order(1))]);
    expect(asked).toHaveLength(1);
    expect(results.filter(({ queued }) => !queued).length).toBeGreaterThan(0);
    await tributary.outbox.close();
  });

  it("tracked at once by many clients with different amounts is sent with one of them", async () => {
    const directory = newBox();
    const clients = Array.from({ length: 6 }, () => clientWith({ directory }, down, tracked));
    const results = await Promise.allSettled(
      clients.map(({ tributary }, number) => tributary.conversions.track(order(1, { amount: number + 1 }))),
    );
    const kept = results.flatMap(({ status }, number) => (status === "fulfilled" ? [number + 1] : []));
    expect(kept).toHaveLength(1);
    await Promise.all(clients.map(({ tributary }) => tributary.outbox.flush()));
    const amounts = clients.flatMap(({ asked }) => asked.map(({ body }) => (body as { amount: number }).amount));
    expect(new Set(amounts)).toEqual(new Set(kept));
    await Promise.all(clients.map(({ tributary }) => tributary.outbox.close()));
  });
});

describe("a refund", () => {
  const refund = (tributary: TributaryWithOutbox) =>
    tributary.refunds.recordForOrder({ conversion_external_id: "order-1", external_id: "refund-1", amount: 5 });

  it("is sent after its order, whatever the order in which they are tried", async () => {
    const { tributary, lines } = clientWith(
      { directory: newBox() },
      down,
      () => refused(500, "internal_error"),
      tracked,
    );
    await tributary.conversions.track(order(1));
    expect(await refund(tributary)).toMatchObject({ queued: true });
    // The order fails alone; the refund must not overtake it.
    expect(await tributary.outbox.flush()).toEqual({ sent: 0, failed: 0, pending: 2 });
    expect(await tributary.outbox.flush()).toEqual({ sent: 2, failed: 0, pending: 0 });
    expect(lines()).toEqual(["POST /conversions", "POST /conversions", "POST /conversions", "POST /refunds"]);
    await tributary.outbox.close();
  });

  it("of an order that is not pending is sent at once", async () => {
    const { tributary } = clientWith({ directory: newBox() }, refunded);
    expect(await refund(tributary)).toMatchObject({ queued: false });
    await expect(tributary.refunds.record("", { external_id: "r", amount: 1 })).rejects.toThrow(TypeError);
    await tributary.outbox.close();
  });
});

describe("a refused call", () => {
  const unknown = (): Response => refused(404, "campaign_not_found", { request_id: "req_1" });

  it("throws if the caller waits for it, and leaves no file behind", async () => {
    const directory = newBox();
    const client = clientWith({ directory }, unknown);
    expect(await failureOf(client.tributary.conversions.track(order(1)))).toMatchObject({ code: "campaign_not_found" });
    await client.tributary.outbox.close();
    expect([everyFile(directory), client.refused]).toEqual([[], []]);
  });

  it("is moved to failed/ and reported if it was queued, and can be retried or discarded", async () => {
    const directory = newBox();
    const client = clientWith({ directory }, down, unknown, unknown, tracked);
    const { outbox, conversions } = client.tributary;
    await conversions.track(order(1));
    await conversions.track(order(2));
    expect(await outbox.flush()).toEqual({ sent: 0, failed: 2, pending: 0 });
    expect(client.refused.map(({ call, error }) => [call.body.external_id, error.code])).toEqual([
      ["order-1", "campaign_not_found"],
      ["order-2", "campaign_not_found"],
    ]);
    const [first, second] = await outbox.failed();
    expect(first).toMatchObject({
      call: { kind: "conversion", body: order(1) },
      failedAt: expect.any(String),
      error: { code: "campaign_not_found", message: "Refused: campaign_not_found.", status: 404 },
    });
    await outbox.discard(second?.call.id ?? "");
    await outbox.retry(first?.call.id ?? "");
    await until(() => client.sent.length === 1 || undefined);
    expect([await outbox.failed(), await outbox.size()]).toEqual([[], 0]);
    await expect(outbox.retry(first?.call.id ?? "")).rejects.toThrow("no refused call with this ID");
    await expect(outbox.discard("../pending/x")).rejects.toThrow(TypeError);
    await outbox.close();
  });

  it("does not follow a revoked key: the calls stay, and the problem is reported once", async () => {
    const revoked = (): Response => refused(401, "invalid_api_key");
    const client = clientWith({ directory: newBox() }, revoked, revoked, tracked);
    const { outbox, conversions } = client.tributary;
    expect(await conversions.track(order(1))).toMatchObject({ queued: true });
    expect(await outbox.flush()).toMatchObject({ failed: 0, pending: 1 });
    expect(client.problems.map((problem) => problem.message)).toEqual(["Refused: invalid_api_key."]);
    expect(await outbox.flush()).toEqual({ sent: 1, failed: 0, pending: 0 });
    await outbox.close();
  });
});

it("an error of a callback does not stop the outbox", async () => {
  const throws = (): never => {
    throw new Error("A bug of the shop.");
  };
  const client = clientWith(
    { directory: newBox(), onSent: throws, onFailed: throws },
    down,
    () => refused(404, "campaign_not_found"),
    tracked,
  );
  await client.tributary.conversions.track(order(1));
  await client.tributary.conversions.track(order(2));
  expect(await client.tributary.outbox.flush()).toEqual({ sent: 1, failed: 1, pending: 0 });
  await client.tributary.outbox.close();
});

it("wrong options throw at once", () => {
  const options = { baseUrl: "https://partners.example", apiKey: "sk_live_x" };
  for (const outbox of ["", { directory: "" }, { directory: "x", maxPending: 0 }, { directory: "x", waitMs: -1 }])
    expect(() => createTributary({ ...options, outbox })).toThrow(TypeError);
});

it("a client without an outbox is as before", () => {
  const client = createTributary({ baseUrl: "https://partners.example", apiKey: "sk_live_x" });
  expect(Object.keys(client)).not.toContain("outbox");
});
