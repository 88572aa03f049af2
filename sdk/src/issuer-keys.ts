import { StatementError } from "./statement-error.ts";

const PUBLISHED_AT = "/.well-known/tributary-statements.json";
const TIMEOUT_MS = 10_000;
const CHARACTERS_MAX = 65_536;
const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

export interface IssuerKeys {
  readonly keys: readonly string[];
  /** They sign the statements of test accounts, so nobody trusts them. */
  readonly testKeys: readonly string[];
}

/**
 * The keys that an installation publishes for its statements. The address comes from the person who checks a file,
 * never from the file, where a forger could name their own server. The connection must be encrypted, and redirects are
 * not followed.
 */
export async function fetchIssuerKeys(issuer: string): Promise<IssuerKeys> {
  const address = addressOf(issuer);
  try {
    const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`it responded with status ${response.status}`);
    return issuerKeys(await textOf(response));
  } catch (error) {
    throw new StatementError(
      "issuer_unreachable",
      `Could not fetch the keys from ${address.href}: ${reasonOf(error)}. Check the address, or use a key that you saved.`,
    );
  }
}

function addressOf(issuer: string): URL {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isPrivate = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.has(url.hostname));
  if (!url || !isPrivate || url.username !== "" || url.password !== "")
    throw new StatementError(
      "invalid_issuer",
      "The issuer must be the https address of the service, such as https://partners.example.",
    );
  return new URL(url.pathname.replace(/\/+$/, "") + PUBLISHED_AT, url.origin);
}

async function textOf(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return text;
    text += part.value;
    if (text.length > CHARACTERS_MAX) throw new Error("the response is too large");
  }
}

/** Reads the keys of live accounts in the published document. Throws on any other text. */
export const publishedKeys = (text: string): string[] => [...issuerKeys(text).keys];

/** Reads the keys of test accounts in the published document. Throws on any other text. */
export const publishedTestKeys = (text: string): string[] => [...issuerKeys(text).testKeys];

function issuerKeys(text: string): IssuerKeys {
  const { keys, test_keys: testKeys = [] } = JSON.parse(text) as { keys?: unknown; test_keys?: unknown };
  return { keys: keysIn(keys), testKeys: keysIn(testKeys) };
}

function keysIn(list: unknown): string[] {
  if (!Array.isArray(list)) throw new Error("the response is not a list of keys");
  return list.map((key: { public_key?: unknown } | null) => {
    if (typeof key?.public_key !== "string") throw new Error("the list contains something that is not a key");
    return key.public_key;
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
