import type { ConversionRow } from "tributary-sdk/pages";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HeldDecisions, UNDO_MS } from "../src/dashboard/conversions/held-decisions.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const row = (id: string): ConversionRow => ({ id, external_id: id }) as ConversionRow;

function aHolder(errors: Record<string, string> = {}) {
  const sent: string[][] = [];
  const failed: string[] = [];
  const held = new HeldDecisions({
    send: async (decisions) => {
      const ids = decisions.map((decision) => decision.row.id);
      sent.push(ids);
      return new Map(ids.flatMap((id) => (errors[id] === undefined ? [] : [[id, errors[id]] as const])));
    },
    onFailed: (decision, error) => failed.push(`${decision.row.id}: ${error}`),
  });
  const states = () => Object.fromEntries([...held.snapshot()].map(([id, { state }]) => [id, state]));
  return { held, sent, failed, states };
}

describe("a held decision", () => {
  it("is sent once, after the time to undo it", async () => {
    const { held, sent, states } = aHolder();
    held.decide(row("a"), "approve");
    held.decide(row("a"), "reject");
    await vi.advanceTimersByTimeAsync(UNDO_MS - 1);
    expect([sent, states()]).toEqual([[], { a: "held" }]);
    await vi.advanceTimersByTimeAsync(1);
    expect([sent, states()]).toEqual([[["a"]], { a: "done" }]);
    await held.flush();
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect(sent).toEqual([["a"]]);
  });

  it("is never sent once it is undone, and cannot be undone once it is sent", async () => {
    const { held, sent, states } = aHolder();
    held.decide(row("a"), "approve");
    expect(held.undo("a")).toBe(true);
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect([sent, states()]).toEqual([[], {}]);
    held.decide(row("b"), "reject", "Returned");
    void held.flush();
    expect([held.undo("b"), held.undoLast(), states()]).toEqual([false, undefined, { b: "sending" }]);
  });

  it("is sent with all others when the page is left", async () => {
    const { held, sent } = aHolder();
    held.decide(row("a"), "approve");
    held.decide(row("b"), "approve");
    expect(held.undoLast()?.row.id).toBe("b");
    held.decide(row("c"), "approve");
    await held.flush();
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect(sent).toEqual([["a", "c"]]);
  });

  it("that fails is reported and open again", async () => {
    const { held, failed, states } = aHolder({ b: "Too late." });
    held.decide(row("a"), "approve");
    held.decide(row("b"), "approve");
    await held.flush();
    expect([failed, states()]).toEqual([["b: Too late."], { a: "done" }]);
    held.decide(row("b"), "approve");
    held.forgetDone();
    expect(states()).toEqual({ b: "held" });
  });

  it("is waited for by a flush, even if it is already being sent", async () => {
    let respond: (failed: ReadonlyMap<string, string>) => void = () => undefined;
    const response = new Promise<ReadonlyMap<string, string>>((resolve) => (respond = resolve));
    const held = new HeldDecisions({ send: () => response, onFailed: () => undefined });
    held.decide(row("a"), "approve");
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    let isFlushed = false;
    const flushed = held.flush().then(() => (isFlushed = true));
    await vi.advanceTimersByTimeAsync(0);
    expect(isFlushed).toBe(false);
    respond(new Map());
    await flushed;
    expect(held.snapshot().get("a")?.state).toBe("done");
  });
});
