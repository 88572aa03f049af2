import { tributaryOver, type Tracked, type Tributary } from "./client.ts";
import { isTributaryError, TributaryError } from "./error.ts";
import type { OutboxCall, OutboxOptions, Queued, Sent, TributaryWithOutbox } from "./outbox.ts";
import type { RefundOutcome } from "./resources.ts";
import { createTransport, TIMEOUT_MS, type CallOptions, type TributaryOptions } from "./transport.ts";

type WithoutIdentity<Call> = Call extends OutboxCall ? Omit<Call, "id" | "queuedAt"> : never;
type NewCall = WithoutIdentity<OutboxCall>;

export interface WithOutbox extends TributaryOptions {
  /** A directory, or one with options. Orders and refunds are stored in it before they are sent. */
  readonly outbox: string | OutboxOptions;
}

/** A client for the API of one account. It holds no connections, and only one with an outbox can be closed. */
export function createTributary(options: WithOutbox): TributaryWithOutbox;
export function createTributary(options: TributaryOptions): Tributary;
export function createTributary(options: TributaryOptions | WithOutbox): Tributary | TributaryWithOutbox {
  const client = tributaryOver(createTransport(options));
  return "outbox" in options && options.outbox !== undefined ? withOutbox(client, options) : client;
}

function withOutbox(client: Tributary, options: WithOutbox): TributaryWithOutbox {
  const { outbox, baseUrl, apiKey, timeoutMs = TIMEOUT_MS } = options;
  const settings = typeof outbox === "string" ? { directory: outbox } : outbox;
  checkOutbox(settings);
  const open = async () => {
    // Loaded on demand, so that programs without an outbox need no file system. In browsers, package.json maps it to a stub.
    const { openOutbox } = await import("#outbox");
    return openOutbox({ ...settings, client, baseUrl, apiKey, timeoutMs });
  };
  let opening: ReturnType<typeof open> | undefined;
  const opened = () =>
    (opening ??= open().catch((error: unknown) => {
      // A directory that cannot be used now may be usable later.
      opening = undefined;
      throw error;
    }));
  // What an earlier process left behind is sent at once. If that fails, the first call says so.
  void opened().catch(() => {});
  let reported = false;
  /** A call that cannot be stored is sent directly: Tributary may be available although the disk is full. */
  const send = async <Result extends Tracked | RefundOutcome>(
    call: NewCall,
    signal: AbortSignal | undefined,
    directly: (once: CallOptions) => Promise<Result>,
  ): Promise<Sent<Result> | Queued> => {
    try {
      const result = await (await opened()).send(call, { signal });
      reported = false;
      return result as Sent<Result> | Queued;
    } catch (error) {
      if (!isTributaryError(error, "outbox_unavailable")) throw error;
      if (!reported) tell(settings, error);
      reported = true;
      return { ...(await directly({ retries: 0, signal }).catch(orUnavailable(error))), queued: false };
    }
  };
  return {
    ...client,
    conversions: {
      ...client.conversions,
      track: (body, { signal } = {}) =>
        send({ kind: "conversion", body }, signal, (once) => client.conversions.track(body, once)),
    },
    refunds: {
      ...client.refunds,
      record: async (conversionId, body, { signal } = {}) => {
        if (typeof conversionId !== "string" || !/[^.]/.test(conversionId))
          throw new TypeError("An ID must not be empty.");
        const call = { kind: "refund", conversionId, body } as const;
        return send(call, signal, (once) => client.refunds.record(conversionId, body, once));
      },
      recordForOrder: (body, { signal } = {}) =>
        send({ kind: "order_refund", body }, signal, (once) => client.refunds.recordForOrder(body, once)),
    },
    outbox: {
      flush: async () => (await opened()).flush(),
      size: async () => (await opened()).size(),
      failed: async () => (await opened()).failed(),
      retry: async (id) => (await opened()).retry(id),
      discard: async (id) => (await opened()).discard(id),
      close: async () => (await opened()).close(),
    },
  };
}

const BAD_REQUEST = 400;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

/** What the API decided about the call is thrown as it is. Otherwise it is neither stored nor known to be recorded. */
const orUnavailable =
  (notStored: TributaryError) =>
  (error: unknown): never => {
    if (!isTributaryError(error)) throw error;
    const { status = 0, outcome, attempts } = error;
    if (status >= BAD_REQUEST && status < SERVER_ERROR && status !== TOO_MANY_REQUESTS) throw error;
    const message = `${notStored.message} Sending it directly failed too. ${error.message}`;
    throw new TributaryError({ code: "outbox_unavailable", message, outcome, attempts, cause: notStored.cause });
  };

function tell({ onProblem = ({ message }) => console.warn(message) }: OutboxOptions, problem: Error): void {
  try {
    onProblem(problem);
  } catch (error) {
    console.warn(`A callback of the outbox failed: ${String(error)}`);
  }
}

function checkOutbox({ directory, maxPending = 1, waitMs = 0 }: OutboxOptions): void {
  if (typeof directory !== "string" || directory === "") throw new TypeError("outbox must name a directory.");
  if (!Number.isInteger(maxPending) || maxPending < 1)
    throw new TypeError("outbox.maxPending must be a whole number of at least 1.");
  if (typeof waitMs !== "number" || !(waitMs >= 0))
    throw new TypeError("outbox.waitMs must be a number of at least 0.");
}
