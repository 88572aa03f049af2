import { expect, test } from "vitest";
import { Scheduler } from "../../src/jobs/scheduler.ts";
import { MovableClock } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";

function scheduled(everyMs: number, run: () => Promise<void>) {
  const clock = new MovableClock();
  const failures: string[] = [];
  const scheduler = new Scheduler({
    clock,
    lanes: [[{ name: "count", everyMs, run }]],
    onFailure: (job) => failures.push(job),
  });
  return { clock, failures, scheduler };
}

test("a job runs at startup and then on schedule", async () => {
  let runs = 0;
  const { clock, scheduler } = scheduled(60_000, async () => {
    runs += 1;
  });
  await scheduler.runDue();
  await scheduler.runDue();
  expect(runs).toBe(1);
  clock.forward({ ms: 59_999 });
  await scheduler.runDue();
  expect(runs).toBe(1);
  clock.forward({ ms: 1 });
  await scheduler.runDue();
  expect(runs).toBe(2);
});

test("a failing job is reported and retried at the next check", async () => {
  let runs = 0;
  const { failures, scheduler } = scheduled(60_000, async () => {
    runs += 1;
    if (runs === 1) throw new Error("not yet");
  });
  await scheduler.runDue();
  await scheduler.runDue();
  await scheduler.runDue();
  expect([runs, failures]).toEqual([2, ["count"]]);
});

test("runs of a job never overlap, and stopping waits for the current one", async () => {
  let inside = 0;
  let most = 0;
  let runs = 0;
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const { scheduler } = scheduled(0, async () => {
    inside += 1;
    most = Math.max(most, inside);
    await finished;
    inside -= 1;
    runs += 1;
  });
  const looks = Array.from({ length: 5 }, () => scheduler.runDue());
  await eventually(() => expect(inside).toBe(1));
  const stopped = scheduler.stop();
  finish();
  await stopped;
  expect([most, inside, runs]).toEqual([1, 0, 1]);
  await Promise.all(looks);
});

test("a hanging job blocks neither the other lanes nor later checks", async () => {
  let release = (): void => {};
  const hanging = new Promise<void>((resolve) => (release = resolve));
  let paid = 0;
  const scheduler = new Scheduler({
    clock: new MovableClock(),
    lanes: [
      [{ name: "hangs", everyMs: 0, run: () => hanging }],
      [{ name: "pays", everyMs: 0, run: () => Promise.resolve((paid += 1)) }],
    ],
    onFailure: () => {},
  });
  const first = scheduler.runDue();
  const second = scheduler.runDue();
  await eventually(() => expect(paid).toBe(2));
  release();
  await Promise.all([first, second]);
  await scheduler.stop();
});

test("setting the clock back makes a job due immediately", async () => {
  let runs = 0;
  const { clock, scheduler } = scheduled(60_000, async () => {
    runs += 1;
  });
  await scheduler.runDue();
  clock.forward({ days: -3 });
  await scheduler.runDue();
  expect(runs).toBe(2);
  clock.forward({ ms: 59_999 });
  await scheduler.runDue();
  expect(runs).toBe(2);
});
