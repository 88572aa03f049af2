import { AppError } from "../domain/errors.ts";

const PUBLISHED_AT = "/.well-known/tributary-statements.json";
const TIMEOUT_MS = 10_000;
const BYTES_MAX = 65_536;
const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/**
 * The keys that an installation publishes for its statements. The address comes from the person who checks a file,
 * never from the file, where a forger could name their own server. The connection must be private, and redirects are
 * not followed.
 */
export async function fetchIssuerKeys(issuer: string): Promise<string[]> {
  const address = addressOf(issuer);
  try {
    const response = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`it responded with status ${response.status}`);
    return keysIn(await textOf(response));
  } catch (error) {
    throw new AppError("issuer_unreachable", {
      text: `The keys at ${address.href} could not be fetched: ${reasonOf(error)}. Check the address, or use --key.`,
      cause: error,
    });
  }
}

function addressOf(issuer: string): URL {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isPrivate = url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.has(url.hostname));
  if (!url || !isPrivate || url.username !== "" || url.password !== "")
    throw new AppError("invalid_request", {
      text: "--issuer must be the https address of the service, such as https://partners.example.",
    });
  return new URL(url.pathname.replace(/\/+$/, "") + PUBLISHED_AT, url.origin);
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    parts.push(part);
    bytes += part.length;
    if (bytes > BYTES_MAX) throw new Error("the response is too large");
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Reads the published document. Throws on any other text. */
function keysIn(text: string): string[] {
  const { keys } = JSON.parse(text) as { keys?: unknown };
  if (!Array.isArray(keys)) throw new Error("the response is not a list of keys");
  return keys.map((key: { public_key?: unknown } | null) => {
    if (typeof key?.public_key !== "string") throw new Error("the list contains something that is not a key");
    return key.public_key;
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
