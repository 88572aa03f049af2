import type { Sending } from "../../store/webhooks/events.ts";
import type { Services } from "../context.ts";

/** How the events of this work are sent: the queue of deliveries works in real time, also for a twin. */
export const sendingOf = ({ twin, wallClock }: Pick<Services, "twin" | "wallClock">, at: Date): Sending =>
  twin === null ? { livemode: true, dueAt: at } : { livemode: false, dueAt: wallClock.now() };
