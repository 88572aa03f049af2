/** What a server or the network does with one request: an answer, or what `fetch` fails with. */
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

/** A `fetch` that carries out a plan, request by request, and notes what it is asked. A request beyond the plan is a fault. */
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

/** As undici throws it: what happened stands in the cause. */
export const failed = (code: string): Error =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) });
