import type { Failure } from "tributary-sdk";
import { ApiFailure, unreachable } from "./failure.ts";
import { isUnavailable, untilReachable } from "./reachability.ts";
import { retryWhenLimited } from "./retry-when-limited.ts";

export type Query = Readonly<Record<string, string | number | undefined>>;

/** Retries when rate-limited, because reads are safe to repeat. */
export const get = <Answer>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answer> =>
  retryWhenLimited(() => send<Answer>("GET", withQuery(path, query), signal === undefined ? {} : { signal }), signal);
export const post = <Answer>(path: string, body?: unknown, more: RequestInit = {}): Promise<Answer> =>
  send<Answer>("POST", path, { ...bodyOf(body), ...more });
export const postCsv = <Answer>(path: string, csv: string): Promise<Answer> =>
  send<Answer>("POST", path, { body: csv, headers: { "content-type": "text/csv" } });
export const patch = <Answer>(path: string, body: unknown): Promise<Answer> =>
  send<Answer>("PATCH", path, bodyOf(body));
export const put = <Answer>(path: string, body: unknown): Promise<Answer> => send<Answer>("PUT", path, bodyOf(body));
export const remove = <Answer>(path: string, body?: unknown): Promise<Answer> =>
  send<Answer>("DELETE", path, bodyOf(body));

export interface NamedFile {
  readonly name: string;
  readonly content: Blob;
}

/** Fetches a file instead of linking to it, so that an error shows on the page and not as a broken download. */
export async function getFile(path: string, query: Query): Promise<NamedFile> {
  const response = await request("GET", withQuery(path, query), {});
  if (!response.ok) throw await failureOf(response);
  const [, name = "download"] = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  return { name, content: await response.blob() };
}

export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(given).toString();
  return text === "" ? path : `${path}?${text}`;
}

function bodyOf(body: unknown): RequestInit {
  if (body === undefined) return {};
  return { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
}

const request = (method: string, path: string, more: RequestInit): Promise<Response> =>
  fetch(path, { method, credentials: "same-origin", ...more }).catch((error: unknown) => {
    // A request that the page aborted is not a network failure.
    if (more.signal?.aborted === true) throw error;
    void untilReachable();
    throw unreachable();
  });

async function send<Answer>(method: string, path: string, more: RequestInit): Promise<Answer> {
  const response = await request(method, path, more);
  if (!response.ok) throw await failureOf(response);
  return (await jsonOf(response)) as Answer;
}

async function failureOf(response: Response): Promise<ApiFailure> {
  if (isUnavailable(response.status)) void untilReachable();
  return new ApiFailure(response.status, ((await jsonOf(response)) ?? {}) as Partial<Failure>, retryAfterMs(response));
}

/** Undefined for a date, which only a proxy sends. */
function retryAfterMs({ headers }: Response): number | undefined {
  const seconds = headers.get("retry-after");
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1000 : undefined;
}

/** A proxy may respond with an HTML page. */
async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return undefined;
  }
}
