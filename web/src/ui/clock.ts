import { createContext, use, useSyncExternalStore } from "react";

const TICK_MS = 30_000;

/** The time of the test account around the page. undefined where real time counts. */
export const TestTime = createContext<number | undefined>(undefined);

/** One clock for the page. It ticks in steps, so all relative times agree and update together. */
export function useNow(): number {
  const real = useSyncExternalStore(subscribe, current);
  return use(TestTime) ?? real;
}

// oxlint-disable-next-line no-restricted-properties -- the only code that reads the browser's clock
const read = (): number => Date.now();

let now = read();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();
const current = (): number => now;

/** For data that loads before its page renders. */
export const currentTime = read;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, TICK_MS);
  tick();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  const read_ = read();
  if (read_ - now < 1000) return;
  now = read_;
  for (const listener of listeners) listener();
}
