import { tributaryOver, type Tracked, type Tributary } from "./client.ts";
import type { OutboxOptions, Queued, Sent, TributaryWithOutbox } from "./outbox.ts";
import type { RefundOutcome } from "./resources.ts";
import { createTransport, TIMEOUT_MS, type TributaryOptions } from "./transport.ts";

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
  return {
    ...client,
    conversions: {
      ...client.conversions,
      track: async (body, options) =>
        (await (await opened()).send({ kind: "conversion", body }, options)) as Sent<Tracked> | Queued,
    },
    refunds: {
      ...client.refunds,
      record: async (conversionId, body, options) => {
        if (typeof conversionId !== "string" || !/[^.]/.test(conversionId))
          throw new TypeError("An ID must not be empty.");
        const call = { kind: "refund", conversionId, body } as const;
        return (await (await opened()).send(call, options)) as Sent<RefundOutcome> | Queued;
      },
      recordForOrder: async (body, options) =>
        (await (await opened()).send({ kind: "order_refund", body }, options)) as Sent<RefundOutcome> | Queued,
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

function checkOutbox({ directory, maxPending = 1, waitMs = 0 }: OutboxOptions): void {
  if (typeof directory !== "string" || directory === "") throw new TypeError("outbox must name a directory.");
  if (!Number.isInteger(maxPending) || maxPending < 1)
    throw new TypeError("outbox.maxPending must be a whole number of at least 1.");
  if (typeof waitMs !== "number" || !(waitMs >= 0))
    throw new TypeError("outbox.waitMs must be a number of at least 0.");
}
