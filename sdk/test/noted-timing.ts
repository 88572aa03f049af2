import type { Timing } from "../src/transport.ts";

/** Records waits instead of waiting. */
export interface NotedTiming extends Timing {
  readonly waits: number[];
}

export function notedTiming(): NotedTiming {
  const waits: number[] = [];
  let now = 0;
  return {
    waits,
    elapsedMs: () => now,
    random: () => 0.5,
    pause: (ms) => {
      waits.push(ms);
      now += ms;
      return Promise.resolve();
    },
  };
}
