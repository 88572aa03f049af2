/**
 * Turns copied rows into lines of JSON: an array of strings and nulls per row, in column order. Each string is
 * PostgreSQL's own text of the value, so nothing is rounded or normalized. COPY escapes almost as JSON does, so this
 * copies bytes and replaces the few that differ; splitting rows and calling JSON.stringify takes eight times as long.
 * The writer reuses its buffer: a result is valid until the next call.
 */
export function jsonWriter(): (copied: Uint8Array) => Uint8Array {
  let room = new Uint8Array(0);
  return (copied) => {
    const needed = copied.length * GROWTH_MAX + ROW_START.length;
    if (room.length < needed) room = new Uint8Array(needed);
    return room.subarray(0, writeJson(copied, room));
  };
}

/** Returns where the JSON ends. Expects a line feed after every row, including the last. */
function writeJson(copied: Uint8Array, room: Uint8Array): number {
  const from = new DataView(copied.buffer, copied.byteOffset, copied.length);
  const to = new DataView(room.buffer, room.byteOffset, room.length);
  let at = 0;
  let end = put(ROW_START, room, 0);
  while (at < copied.length) {
    // Most bytes stay as they are. Copying four of them at a time makes an export a fifth faster.
    for (; at <= copied.length - 4; at += 4, end += 4) {
      const four = from.getInt32(at);
      if (needsChange(four)) break;
      to.setInt32(end, four);
    }
    let byte = copied[at] ?? 0;
    for (; byte > QUOTE && byte !== BACKSLASH; byte = copied[at] ?? 0) {
      room[end++] = byte;
      at += 1;
    }
    if (byte !== BACKSLASH) {
      end = put(WRITTEN[byte] ?? NOTHING, room, end);
      at += 1;
    } else if (copied[at + 1] === LETTER_N) {
      // A null has no quotes: it replaces the one before it, and is written with the tab or line feed after it.
      end = put(copied[at + 2] === TAB ? NULL_IN_ROW : NULL_AT_END, room, end - 1);
      at += 3;
    } else {
      end = put(ESCAPED_AS[copied[at + 1] ?? 0] ?? NOTHING, room, end);
      at += 2;
    }
  }
  // The last line feed has started a row that does not exist.
  return end - ROW_START.length;
}

/**
 * Whether any of four bytes is a backslash, or at most the code of a quote. Both terms use the classic test for a zero byte:
 * subtracting sets a byte's highest bit only if it was too small. Bytes from 0x80 on are part of a longer character and stay.
 */
function needsChange(four: number): boolean {
  const backslashes = four ^ 0x5c5c5c5c;
  const small = (four - 0x23232323) & ~four;
  const equal = (backslashes - 0x01010101) & ~backslashes;
  return ((small | equal) & 0x80808080) !== 0;
}

function put(bytes: Uint8Array, room: Uint8Array, at: number): number {
  for (let index = 0; index < bytes.length; index += 1) room[at + index] = bytes[index] ?? 0;
  return at + bytes.length;
}

/** Turns one line of JSON back into a copied row; undefined if it is not such a row. */
export function copiedRowOfJson(line: string, columns: number): string | undefined {
  const cells = parsed(line);
  if (!Array.isArray(cells) || cells.length !== columns) return undefined;
  let text = "";
  for (const [index, cell] of cells.entries()) {
    if (cell !== null && typeof cell !== "string") return undefined;
    text += (index === 0 ? "" : "\t") + (cell === null ? "\\N" : copiedCell(cell));
  }
  return `${text}\n`;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const LETTER_N = 0x4e;
const BACKSLASH = 0x5c;
const LETTER_V = 0x76;

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const NOTHING = bytesOf("");
const ROW_START = bytesOf('["');
const NULL_IN_ROW = bytesOf('null,"');
const NULL_AT_END = bytesOf('null]\n["');
/** The most bytes that one byte turns into: a control character becomes \u0000. */
const GROWTH_MAX = 6;

/** JSON for each byte up to the quote. PostgreSQL leaves most control characters as they are; JSON allows none. */
const WRITTEN: readonly Uint8Array[] = Array.from({ length: QUOTE + 1 }, (_, byte) => {
  if (byte === TAB) return bytesOf('","');
  if (byte === LINE_FEED) return bytesOf('"]\n["');
  if (byte === QUOTE) return bytesOf('\\"');
  return bytesOf(byte < SPACE ? `\\u${byte.toString(16).padStart(4, "0")}` : String.fromCharCode(byte));
});

/** JSON for each escape, by the byte after its backslash: the same escape, except \v, which JSON does not have. */
const ESCAPED_AS: readonly Uint8Array[] = Array.from({ length: 128 }, (_, byte) =>
  bytesOf(byte === LETTER_V ? "\\u000b" : `\\${String.fromCharCode(byte)}`),
);

const ESCAPED = /[\\\b\f\n\r\t\v]/;
const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
};

function copiedCell(cell: string): string {
  return ESCAPED.test(cell) ? cell.replaceAll(new RegExp(ESCAPED, "g"), (found) => ESCAPES[found] ?? found) : cell;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
