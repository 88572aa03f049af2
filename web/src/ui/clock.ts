import { useSyncExternalStore } from "react";

const TICK_MS = 30_000;

/** The page's one clock. It moves in steps, so that everything relative on a page agrees and moves together. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, current);
}

// oxlint-disable-next-line no-restricted-properties -- the only code that reads the browser's clock
const read = (): number => Date.now();

let now = read();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();
const current = (): number => now;

/** For what is read before the page that shows it. */
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
