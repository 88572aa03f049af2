import { Readable } from "node:stream";
import { setImmediate } from "node:timers/promises";
import type { FastifyReply } from "fastify";

/** How much is written before other requests get a turn. */
const PIECE_CHARACTERS = 16_384;

/** The part of a reply that sends a body. */
type Sender = Pick<FastifyReply, "type" | "send">;

/**
 * For lists whose elements can be large: presenting and serializing a whole page in one go would block the process. The
 * body's generators are its lists, and each of their elements is presented only when it is written.
 */
export const sendInPieces = (reply: unknown, body: object): never =>
  (reply as Sender).type("application/json; charset=utf-8").send(Readable.from(piecesOf(body))) as never;

/** Presents an element at a time. */
export function* eachOf<Element, Presented>(
  elements: readonly Element[],
  present: (element: Element) => Presented,
): Generator<Presented, void> {
  for (const element of elements) yield present(element);
}

async function* piecesOf(body: object): AsyncGenerator<string, void> {
  let piece = "";
  for (const text of textsOf(body)) {
    piece += text;
    if (piece.length < PIECE_CHARACTERS) continue;
    yield piece;
    piece = "";
    await setImmediate();
  }
  yield piece;
}

function* textsOf(body: object): Generator<string, void> {
  let before = "{";
  for (const [name, value] of Object.entries(body)) {
    yield `${before}${JSON.stringify(name)}:`;
    if (isList(value)) yield* listOf(value);
    else yield JSON.stringify(value);
    before = ",";
  }
  yield "}";
}

function* listOf(elements: Iterable<unknown>): Generator<string, void> {
  let before = "[";
  for (const element of elements) {
    yield before + JSON.stringify(element);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

const isList = (value: unknown): value is Generator => typeof value === "object" && value !== null && "next" in value;
