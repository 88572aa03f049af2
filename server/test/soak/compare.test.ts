import { describe, expect, test } from "vitest";
import {
  announcedTwice,
  compareChanges,
  compareEvents,
  compareOrders,
  growth,
  missing,
  repeated,
  unannounced,
  unexcused,
} from "../../../soak/compare.mjs";
import {
  backAt,
  falseReady,
  FRESH_MS,
  outagesOf,
  possibleOutagesOf,
  unexplained,
  unreported,
} from "../../../soak/cluster/truth.mjs";

const order = (externalId: string, more: object = {}) => ({
  externalId,
  amountMinor: 100,
  sent: 1,
  isAcknowledged: true,
  id: `conv_${externalId}`,
  ...more,
});
const row = (externalId: string, more: object = {}) => ({
  externalId,
  amountMinor: 100,
  id: `conv_${externalId}`,
  ...more,
});
const received = (type: string, subject: string, ...digests: string[]) => ({
  type,
  subject,
  digests: new Set(digests),
  times: digests.length,
});

describe("npm run soak finds", () => {
  test("nothing if everything is as acknowledged", () => {
    const unanswered = order("b", { isAcknowledged: false, id: undefined });
    const repeated = order("c", { sent: 2, id: undefined });
    expect(compareOrders([order("a"), unanswered, repeated], [row("a"), row("b"), row("c")])).toEqual({
      lost: [],
      doubled: [],
      altered: [],
    });
    expect(compareOrders([unanswered], [])).toEqual({ lost: [], doubled: [], altered: [] });
  });

  test("an acknowledged order that is missing", () => {
    expect(compareOrders([order("a"), order("b", { id: undefined })], []).lost).toEqual(["a", "b"]);
  });

  test("an order that is recorded twice", () => {
    expect(compareOrders([order("a")], [row("a"), row("a")]).doubled).toEqual(["a"]);
  });

  test.each([
    ["another amount", row("a", { amountMinor: 101 })],
    ["an ID other than in the response", row("a", { id: "conv_b" })],
    ["an order ID that nobody sent", row("b")],
  ])("a conversion with %s", (_name, found) => {
    expect(compareOrders([order("a")], [found]).altered).toEqual([found.externalId]);
  });

  test("an acknowledged change that is missing in the history, and one that nobody requested", () => {
    const changes = new Map([
      ["conv_a approve", { sent: 3, acknowledged: 2 }],
      ["conv_b reject", { sent: 1, acknowledged: 0 }],
    ]);
    const history = (a: number, b: number) =>
      new Map([
        ["conv_a approve", a],
        ["conv_b reject", b],
      ]);
    expect(compareChanges(changes, history(2, 0))).toEqual({ lost: [], unasked: [] });
    expect(compareChanges(changes, history(3, 1))).toEqual({ lost: [], unasked: [] });
    expect(compareChanges(changes, history(1, 0)).lost).toEqual(["conv_a approve"]);
    expect(compareChanges(changes, history(4, 2)).unasked).toEqual(["conv_a approve", "conv_b reject"]);
  });

  test("a click ID without its click", () => {
    expect(missing(["clk_a", "clk_b", "clk_b"], ["clk_a", "clk_c"])).toEqual(["clk_b"]);
  });

  test("a click that is recorded twice, and a conversion that two events announce", () => {
    expect(repeated(["clk_a", "clk_b", "clk_a"])).toEqual(["clk_a"]);
    const events = ["conv_a", "conv_b", "conv_a"].map((subject) => received("conversion.created", subject));
    expect(announcedTwice([...events, received("conversion.approved", "conv_b")])).toEqual(["conv_a"]);
  });

  test("an event that never arrived, one that is not recorded, and one that was changed", () => {
    const events = [
      { key: "/shop evt_a", digest: "1" },
      { key: "/shop evt_b", digest: "2" },
    ];
    const all = (b: string, digest: string) =>
      new Map([
        ["/shop evt_a", received("conversion.created", "conv_a", "1")],
        [`/shop ${b}`, received("conversion.created", "conv_b", "2", digest)],
      ]);
    expect(compareEvents(events, all("evt_b", "2"))).toEqual({ undelivered: [], unknown: [], altered: [] });
    expect(compareEvents(events, all("evt_c", "2"))).toEqual({
      undelivered: ["/shop evt_b"],
      unknown: ["/shop evt_c"],
      altered: [],
    });
    expect(compareEvents(events, all("evt_b", "3")).altered).toEqual(["/shop evt_b"]);
  });

  test("an acknowledged order or change that no webhook announced", () => {
    const changes = new Map([
      ["conv_a approve", { sent: 2, acknowledged: 2 }],
      ["conv_a unreject", { sent: 1, acknowledged: 1 }],
    ]);
    const created = received("conversion.created", "conv_a");
    const approved = received("conversion.approved", "conv_a");
    expect(unannounced([order("a")], changes, [created, approved, approved])).toEqual([]);
    expect(unannounced([order("a")], changes, [created, approved])).toEqual(["conversion.approved conv_a"]);
    expect(unannounced([order("a")], new Map(), [approved])).toEqual(["conversion.created conv_a"]);
  });

  test("every 5xx except a 503 during an outage of the database", () => {
    const failure = (status: number, sentMs: number, answeredMs: number) => ({
      status,
      code: "",
      path: "/v1/conversions",
      sentMs,
      answeredMs,
    });
    const excused = [failure(503, 5, 10), failure(503, 20, 25), failure(503, 12, 15), failure(503, 0, 40)];
    const wrong = [failure(503, 0, 9), failure(503, 21, 25), failure(500, 12, 15)];
    expect(unexcused([...excused, ...wrong], [{ fromMs: 10, toMs: 20 }])).toEqual(wrong);
    expect(unexcused(excused, [])).toEqual(excused);
    const waiting = (sentMs: number) => ({ ...failure(503, sentMs, sentMs + 5), code: "click_not_recorded_yet" });
    expect(unexcused([waiting(5_020), waiting(5_021)], [{ fromMs: 10, toMs: 20 }])).toEqual([waiting(5_021)]);
  });

  test("growth from the second quarter to the last, but not during warm-up", () => {
    const steady = [1, 60, 100, 100, 100, 100, 100, 100];
    expect(growth(steady)).toBe(0);
    expect(growth(Array.from({ length: 400 }, (_, second) => second))).toBe(200);
    expect(growth([...steady.slice(0, 6), 900, 900])).toBe(800);
    expect(() => growth([1, 2, 3])).toThrow("Too few samples");
  });
});

describe("npm run test:cluster finds", () => {
  const sweep = (fromMs: number, isWritable: boolean) => ({ fromMs, toMs: fromMs + 2, isWritable });
  const reading = (sentMs: number, isReady: boolean) => ({ sentMs, answeredMs: sentMs + 5, isReady });
  const sweeps = [sweep(0, true), ...[10, 20, 30, 40].map((ms) => sweep(ms, false)), sweep(50, true), sweep(60, false)];

  test("the times without a database: only what lies between two checks", () => {
    expect(outagesOf(sweeps)).toEqual([{ fromMs: 12, toMs: 40 }]);
  });

  test("the times in which a request may have failed: from the last success to the next", () => {
    const [first, ...others] = possibleOutagesOf(sweeps);
    expect(first).toEqual({ fromMs: 0, toMs: 52 + 3_000 });
    expect(others).toHaveLength(4);
  });

  test("outages that no fault has caused", () => {
    const found = [11, 40].map((fromMs) => ({ fromMs, toMs: fromMs + 5 }));
    expect(unexplained(found, [{ fromMs: 10, toMs: 30 }])).toEqual([{ fromMs: 40, toMs: 45 }]);
  });

  const outage = { fromMs: 100, toMs: 5_000 };
  const late = outage.fromMs + FRESH_MS;

  test("a `/readyz` that is 200 without a database, but not at the edges", () => {
    const edges = [reading(99, true), reading(late - 1, true), reading(4_996, true), reading(2_000, false)];
    expect(falseReady([...edges, reading(late, true)], [outage])).toEqual([reading(late, true)]);
  });

  test("an outage that `/readyz` did not report", () => {
    expect(unreported([reading(late, true)], [outage])).toEqual([outage]);
    expect(unreported([reading(late, true), reading(late, false)], [outage])).toEqual([]);
    expect(unreported([reading(late - 1, true)], [outage])).toEqual([]);
  });

  test("when orders were acknowledged again", () => {
    expect(backAt([1, 5, 11, 60, 62, 200], { fromMs: 10, toMs: 100 })).toBe(200);
    expect(backAt([1, 5, 11, 60, 62, 70], { fromMs: 10, toMs: 65 })).toBe(60);
  });
});
