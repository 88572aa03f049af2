/**
 * The headers of every response of /v1. The schema provider only knows bodies, so they are added to the finished
 * document.
 */
interface DocumentedResponse {
  headers?: Record<string, { $ref: string }>;
}
export type Paths = Record<string, Record<string, { responses?: Record<string, DocumentedResponse> }>>;

const header = (description: string, example: string | number) => ({
  description,
  schema: { type: typeof example === "number" ? "integer" : "string" },
  example,
});

export const headerComponents = {
  "X-Request-Id": header(
    "Identifies this request. Include it when you report a problem.",
    "req_5f1d7a84c2b90e6d13fa77e0",
  ),
  "X-RateLimit-Limit": header("Requests allowed per key in a 60-second window.", 100),
  "X-RateLimit-Remaining": header("Requests left in this window.", 99),
  "X-RateLimit-Reset": header("When this window ends, in Unix seconds.", 1_772_357_460),
  "Retry-After": header("Seconds to wait before retrying.", 40),
};
type Name = keyof typeof headerComponents;

const allowance: Name[] = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];
/** No allowance is known before the key is checked, and perhaps none after an internal error. */
const WITHOUT_ALLOWANCE = new Set(["401", "500", "503"]);
const WITH_RETRY = new Set(["429", "503"]);

export function withHeaders(paths: Paths): Paths {
  for (const operation of Object.values(paths).flatMap((item) => Object.values(item)))
    for (const [status, response] of Object.entries(operation.responses ?? {})) response.headers = headersOf(status);
  return paths;
}

function headersOf(status: string): Record<string, { $ref: string }> {
  const names: Name[] = [
    "X-Request-Id",
    ...(WITHOUT_ALLOWANCE.has(status) ? [] : allowance),
    ...(WITH_RETRY.has(status) ? (["Retry-After"] as const) : []),
  ];
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
