export interface PlainRequest {
  readonly url: string;
  /** Names and values in turns. */
  readonly rawHeaders: readonly string[];
  /** Whether the client wants the connection to be closed after the response. */
  readonly closes: boolean;
}

const START = "GET /r/";
const VERSION = " HTTP/1.1\r\n";
const END = "\r\n\r\n";
const BYTES_MAX = 8_192;
const SPACE = 0x20;
/** Bytes other than printable ASCII, line breaks that are not CRLF, and folded lines. */
const UNUSUAL = /[^\t\r\n\u0020-\u007e]|\r(?!\n)|(?<!\r)\n|\n[\t ]/;
const NAME = /^[A-Za-z0-9-]+$/;
/** These decide where a request ends, or what becomes of its connection. */
const FRAMING: ReadonlySet<string> = new Set([
  "content-length",
  "expect",
  "http2-settings",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Reads the bytes as one whole GET request for a tracking link, if they are the kind that every HTTP parser reads in the
 * same way: one request, printable ASCII, one host, no body. Undefined for everything else.
 */
export function readPlainRequest(bytes: Buffer): PlainRequest | undefined {
  if (bytes.length > BYTES_MAX) return undefined;
  const text = bytes.toString("latin1");
  const headersEnd = text.length - END.length;
  if (!text.startsWith(START) || text.indexOf(END) !== headersEnd || UNUSUAL.test(text)) return undefined;
  let urlEnd = START.length;
  // A tab or a line break would end the target for other parsers.
  while (text.charCodeAt(urlEnd) > SPACE) urlEnd += 1;
  if (!text.startsWith(VERSION, urlEnd)) return undefined;
  const url = text.slice(START.indexOf("/"), urlEnd);
  return readHeaders(text, { url, from: urlEnd + VERSION.length, to: headersEnd });
}

function readHeaders(
  text: string,
  { url, from, to }: { url: string; from: number; to: number },
): PlainRequest | undefined {
  const rawHeaders: string[] = [];
  let closes = false;
  let hosts = 0;
  for (let at = from; at < to;) {
    const colon = text.indexOf(":", at);
    const lineEnd = text.indexOf("\r\n", at);
    if (colon === -1 || colon > lineEnd) return undefined;
    const name = text.slice(at, colon);
    const value = text.slice(colon + 1, lineEnd).trim();
    if (!NAME.test(name)) return undefined;
    const lowered = name.toLowerCase();
    if (FRAMING.has(lowered)) return undefined;
    if (lowered === "connection") {
      const wish = value.toLowerCase();
      if (wish === "close") closes = true;
      else if (wish !== "keep-alive") return undefined;
    }
    if (lowered === "host") hosts += 1;
    rawHeaders.push(name, value);
    at = lineEnd + 2;
  }
  return hosts === 1 ? { url, rawHeaders, closes } : undefined;
}
