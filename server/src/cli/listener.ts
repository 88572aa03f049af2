import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { isTributaryError, type TestEvent, type TestEventsFound } from "tributary-sdk";
import { forward } from "../deliverer/forward.ts";
import { webhookSecretOf } from "../domain/endpoint.ts";
import { printable } from "../domain/values/plain-text.ts";
import { systemClock } from "../system/clock.ts";
import { fewRandomBytes } from "../system/random-bytes.ts";
import { invalid, isPassing, isWebAddress, type TestApi } from "./test-api.ts";

export interface ListenOptions {
  readonly forwardTo: string;
  readonly json?: boolean;
}

const WAIT_SECONDS = 25;
const TIMEOUT_MS = 60_000;
const SECRET_BYTES = 32;
const RECONNECT_MS = 1_000;
/** For skipping repeated events and for resending. */
const KEPT_EVENTS = 5_000;

/** Signs with a secret of its own, which lasts until it ends. */
export class Listener {
  readonly #api: TestApi;
  readonly #url: string;
  readonly #asJson: boolean;
  readonly #secret = webhookSecretOf(fewRandomBytes(SECRET_BYTES));
  readonly #events = new Map<string, TestEvent>();
  readonly #end = new AbortController();
  #unreachable = false;

  constructor(api: TestApi, { forwardTo, json }: ListenOptions) {
    if (!isWebAddress(forwardTo)) throw invalid("--forward-to must be a URL, such as http://localhost:4000/webhooks.");
    this.#api = api;
    this.#url = forwardTo;
    this.#asJson = json === true;
  }

  /** Runs until a stop signal arrives, or until a write to stdout fails. */
  async run(): Promise<void> {
    // The first request fails at once if the key or the address is wrong.
    const { next: start } = await this.#read({ after: undefined, wait: 0 });
    // The second returns events of the seconds before the start, which are not forwarded.
    const { events, next } = await this.#read({ after: start, wait: 0 });
    for (const event of events) this.#keep(event);
    this.#say({ secret: this.#secret, forward_to: this.#url }, [
      `Forwarding events to ${this.#url}`,
      `Signing secret: ${this.#secret}`,
      "Press Ctrl+C to stop. Type r to resend the last event, or an event ID to resend that one.",
    ]);
    const stop = (): void => this.#end.abort();
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
    process.stdout.once("error", stop);
    const lines = createInterface({ input: process.stdin });
    lines.on("line", (line) => void this.#resend(line.trim()));
    try {
      await this.#follow(next);
    } finally {
      lines.close();
    }
  }

  async #follow(first: string): Promise<void> {
    let after = first;
    while (!this.#end.signal.aborted) {
      const found = await this.#ask(after);
      if (!found) continue;
      for (const event of found.events) if (!this.#events.has(event.id)) await this.#deliver(event);
      after = found.next;
    }
  }

  /** undefined: Tributary is unavailable, or this command is ending. */
  async #ask(after: string): Promise<TestEventsFound | undefined> {
    try {
      const found = await this.#read({ after, wait: WAIT_SECONDS });
      if (this.#unreachable) this.#say({ reconnected: true }, ["Connected again."]);
      this.#unreachable = false;
      return found;
    } catch (error) {
      if (this.#end.signal.aborted) return undefined;
      if (!isPassing(error)) throw error;
      if (!this.#unreachable) this.#sayWhyItWaits(error);
      this.#unreachable = true;
      await sleep(RECONNECT_MS, undefined, { signal: this.#end.signal }).catch(() => {});
      return undefined;
    }
  }

  #sayWhyItWaits(error: unknown): void {
    if (isTributaryError(error, "rate_limited"))
      this.#say({ problem: "rate_limited" }, ["This key has reached its rate limit. Events follow in a moment."]);
    else if (isTributaryError(error) && error.status !== undefined)
      this.#say({ problem: error.code, message: error.message }, [`${error.message} Retrying.`]);
    else this.#say({ problem: "unreachable" }, [`Cannot reach Tributary at ${this.#api.address}. Retrying.`]);
  }

  #read(query: { after: string | undefined; wait: number }): Promise<TestEventsFound> {
    // Without retries of its own: this command reports that Tributary is unavailable.
    const patience = { retries: 0, timeoutMs: TIMEOUT_MS, signal: this.#end.signal };
    return this.#api.tributary.test.events.read(query, patience);
  }

  async #deliver(event: TestEvent): Promise<void> {
    this.#keep(event);
    const { status, durationMs, response } = await forward(event, {
      url: this.#url,
      secret: this.#secret,
      clock: systemClock,
      stop: this.#end.signal,
    });
    const shown = status === undefined ? response : `${status} ${response}`.trim();
    this.#say({ event: event.id, type: event.type, status: status ?? null, duration_ms: durationMs, response }, [
      `${systemClock.now().toISOString().slice(11, 19)}  ${event.type}  ${event.id}  ${shown} (${durationMs} ms)`,
    ]);
  }

  #keep(event: TestEvent): void {
    this.#events.delete(event.id);
    this.#events.set(event.id, event);
    const [oldest] = this.#events.keys();
    if (this.#events.size > KEPT_EVENTS && oldest !== undefined) this.#events.delete(oldest);
  }

  async #resend(line: string): Promise<void> {
    if (line === "") return;
    const event = line === "r" ? [...this.#events.values()].at(-1) : this.#events.get(line);
    if (event) await this.#deliver(event);
    else this.#say({ problem: "event_not_found" }, ["There is no such event. Type r, or the ID of an event above."]);
  }

  #say(json: object, text: readonly string[]): void {
    const lines = this.#asJson ? [escapedJson(json)] : text.map(printable);
    process.stdout.write(lines.map((line) => `${line}\n`).join(""));
  }
}

/** A receiver's response may contain characters that drive a terminal, and JSON leaves some of them as they are. */
const escapedJson = (json: object): string =>
  JSON.stringify(json).replaceAll(
    /[\u007f-\u009f\u2028\u2029]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
