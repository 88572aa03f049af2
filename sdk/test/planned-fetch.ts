/** The result of one request: a response, or the error that `fetch` throws. */
export type Planned = Response | Error | ((init: RequestInit) => Promise<Response>);

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly redirect: string | undefined;
}

export interface PlannedFetch {
  readonly fetch: typeof globalThis.fetch;
  readonly asked: Asked[];
}

/** A `fetch` that follows a plan, request by request, and records the requests. A request beyond the plan fails. */
export function plannedFetch(...plan: readonly Planned[]): PlannedFetch {
  const asked: Asked[] = [];
  return {
    asked,
    fetch: (input, init = {}) => {
      const url = input instanceof Request ? input.url : input.toString();
      const { method = "", headers, body, redirect } = init;
      const sent: unknown = typeof body === "string" ? JSON.parse(body) : body;
      asked.push({ method, url, headers: headers as Record<string, string>, body: sent, redirect });
      const next = plan[asked.length - 1];
      if (next === undefined) throw new TypeError(`Request ${asked.length} is not planned.`);
      if (typeof next === "function") return next(init);
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
  };
}

export const ok = (body: unknown): Response => Response.json(body);
export const refused = (status: number, code: string, more: object = {}): Response =>
  Response.json({ error: `Refused: ${code}.`, code, ...more }, { status });

/** As undici throws it: the cause holds the details. */
export const failed = (code: string): Error =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) });
