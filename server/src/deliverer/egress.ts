import { Agent, type Dispatcher } from "undici";
import type { Failure } from "../domain/delivery.ts";
import { createAddressPolicy } from "./address-policy.ts";
import { BlockedAddress, DeadlinePassed, failureOf, statusFailure } from "./failure.ts";
import { resolveFor, type Resolve } from "./resolve.ts";
import { createSafeConnect } from "./safe-connect.ts";

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface EndpointResponse {
  readonly durationMs: number;
  readonly statusCode: number | null;
  /** The beginning of the body. */
  readonly response: string | null;
  /** null: a 2xx status, and the body arrived completely up to the limit. */
  readonly failure: Failure | null;
}

/** All requests to addresses that customers choose go through here. */
export interface Egress {
  /** Never throws: a failure is part of the result. */
  post(request: Post): Promise<EndpointResponse>;
  close(): Promise<void>;
}

export interface EgressOptions {
  readonly allowedNetworks: readonly string[];
  readonly deadlineMs?: number;
  readonly resolve?: Resolve;
  readonly ca?: readonly string[];
}

/** For connection, headers and body together. */
const DEADLINE_MS = 10_000;
const READ_BYTES_MAX = 4_096;
const KEPT_BYTES_MAX = 1_024;
// Shorter than common server timeouts: if both sides close a connection at the same time, it looks like a failed
// attempt.
const IDLE_MS = 1_000;
const IDLE_MAX_MS = 5_000;

export function createEgress(options: EgressOptions): Egress {
  const { allowedNetworks, deadlineMs = DEADLINE_MS, resolve = resolveFor(allowedNetworks), ca } = options;
  const policy = createAddressPolicy(allowedNetworks);
  const agent = new Agent({
    connect: createSafeConnect({ policy, resolve, deadlineMs, ca }),
    // No limit per origin: two endpoints may share one, and slots limit the requests per endpoint.
    connections: null,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MAX_MS,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    post: (request) => new Exchange(deadlineMs).begin(agent, request),
    close: () => agent.destroy(),
  };
}

/** One request and its response, until the deadline. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #deadlineMs: number;
  readonly #startedMs = performance.now();
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  #readBytes = 0;
  #statusCode: number | null = null;
  #controller: Dispatcher.DispatchController | undefined;
  #settle: ((response: EndpointResponse) => void) | undefined;

  constructor(deadlineMs: number) {
    this.#deadlineMs = deadlineMs;
  }

  begin(agent: Agent, { url, headers, body }: Post): Promise<EndpointResponse> {
    const responded = new Promise<EndpointResponse>((resolve) => {
      this.#settle = resolve;
    });
    const timer = setTimeout(() => this.#timeOut(), this.#deadlineMs);
    try {
      const { origin, pathname, search } = httpsUrl(url);
      const sent = { ...headers, "Accept-Encoding": "identity" };
      agent.dispatch({ origin, path: pathname + search, method: "POST", headers: sent, body }, this);
    } catch (error) {
      this.#end(failureOf(error));
    }
    return responded.finally(() => clearTimeout(timer));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The deadline passed while connecting.
    if (!this.#settle) controller.abort(new DeadlinePassed("Too late."));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number): void {
    if (statusCode >= 200) this.#statusCode = statusCode;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#readBytes += chunk.length;
    const room = KEPT_BYTES_MAX - this.#keptBytes;
    if (room > 0) {
      // Copied: a slice would keep the whole chunk in memory.
      const kept = Buffer.from(chunk.subarray(0, room));
      this.#kept.push(kept);
      this.#keptBytes += kept.length;
    }
    if (this.#readBytes <= READ_BYTES_MAX) return;
    this.onResponseEnd();
    controller.abort(new Error("Enough was read."));
  }

  onResponseEnd(): void {
    this.#end(statusFailure(this.#statusCode ?? 0));
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(failureOf(error));
  }

  #timeOut(): void {
    const seconds = this.#deadlineMs / 1000;
    const what = this.#statusCode === null ? "No response" : "The response was not complete";
    const error = new DeadlinePassed(`${what} within ${seconds} seconds.`);
    this.#end(failureOf(error));
    this.#controller?.abort(error);
  }

  #end(failure: Failure | null): void {
    const durationMs = Math.round(performance.now() - this.#startedMs);
    const statusCode = this.#statusCode;
    const response = statusCode === null ? null : textOf(Buffer.concat(this.#kept));
    this.#settle?.({ durationMs, statusCode, response, failure });
    this.#settle = undefined;
  }
}

/** Checked at registration, and again here because the stored value is not trusted. */
function httpsUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:") throw new BlockedAddress("Webhooks are sent to https addresses only.");
  return url;
}

/** Replaces invalid bytes and NUL, which the database cannot store. */
function textOf(bytes: Buffer): string {
  return bytes.toString("utf8").replaceAll("\0", "\u{FFFD}");
}
