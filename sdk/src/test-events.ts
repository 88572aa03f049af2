import { as, READ } from "./calls.ts";
import type { CallOptions, Transport } from "./transport.ts";

export interface TestEvent {
  readonly id: string;
  readonly type: string;
  /** The exact text that an endpoint would receive. */
  readonly body: string;
}
export interface TestEventsQuery {
  /** `next` of the last response. Without it: only what happens from now on. */
  readonly after?: string | undefined;
  /** How many seconds to wait for an event, up to 25. */
  readonly wait?: number | undefined;
}
export interface TestEventsFound {
  /** Oldest first. May repeat events of the seconds before `after`: skip the IDs you know. */
  readonly events: readonly TestEvent[];
  readonly next: string;
}

export interface TestEvents {
  /** Waits for events of the test account. `tributary listen` uses it. */
  read(query?: TestEventsQuery, options?: CallOptions): Promise<TestEventsFound>;
}

export const testEventsOver = (send: Transport): TestEvents => ({
  read: (query = {}, options) => as(send({ ...READ, path: ["test", "events"], query: { ...query } }, options)),
});
