/**
 * Rows as lines of JSON: an array of texts and nulls, in the order of the columns. Each text is PostgreSQL's own of the
 * value, so nothing is rounded, reordered or normalised on the way. Its copy format escapes nearly as JSON does, which
 * makes this one walk over the bytes of many rows; with strings, every replacement was a walk and a copy of its own.
 * A writer uses its room again: what it returns holds until its next call.
 */
export function jsonWriter(): (copied: Uint8Array) => Uint8Array {
  let room = new Uint8Array(0);
  return (copied) => {
    const needed = copied.length * GROWTH_MAX + ROW_START.length;
    if (room.length < needed) room = new Uint8Array(needed);
    return room.subarray(0, writeJson(copied, room));
  };
}

/** Returns where the JSON ends. Relies on the line feed behind every row, the last one included. */
function writeJson(copied: Uint8Array, room: Uint8Array): number {
  const from = new DataView(copied.buffer, copied.byteOffset, copied.length);
  const to = new DataView(room.buffer, room.byteOffset, room.length);
  const { length } = copied;
  let place = 0;
  let end = put(ROW_START, room, 0);
  while (place < length) {
    // Four bytes at once, as long as all of them stay as they are: most of a row does.
    for (; place <= length - 4; place += 4, end += 4) {
      const four = from.getInt32(place);
      if (mustChange(four)) break;
      to.setInt32(end, four);
    }
    let byte = copied[place] ?? 0;
    for (; byte > QUOTE && byte !== BACKSLASH; byte = copied[place] ?? 0) {
      room[end++] = byte;
      place += 1;
    }
    if (byte !== BACKSLASH) {
      end = put(WRITTEN[byte] ?? NOTHING, room, end);
      place += 1;
    } else if (copied[place + 1] === LETTER_N) {
      // A null stands without the quotes around it, so it goes with the tab or the line feed behind it.
      end = put(copied[place + 2] === TAB ? NULL_IN_ROW : NULL_AT_END, room, end - 1);
      place += 3;
    } else {
      end = put(ESCAPED_AS[copied[place + 1] ?? 0] ?? NOTHING, room, end);
      place += 2;
    }
  }
  // The last line feed has opened a row that does not come.
  return end - ROW_START.length;
}

/** Whether one of four bytes is a backslash or not above the quote: what borrows into its highest bit, which it did not have. */
function mustChange(four: number): boolean {
  const apart = four ^ 0x5c5c5c5c;
  return ((((four - 0x23232323) & ~four) | ((apart - 0x01010101) & ~apart)) & 0x80808080) !== 0;
}

function put(bytes: Uint8Array, room: Uint8Array, at: number): number {
  for (let place = 0; place < bytes.length; place += 1) room[at + place] = bytes[place] ?? 0;
  return at + bytes.length;
}

/** The way back, for one line; undefined when it is no such row. */
export function copiedRowOfJson(line: string, columns: number): string | undefined {
  const cells = parsed(line);
  if (!Array.isArray(cells) || cells.length !== columns) return undefined;
  let text = "";
  for (const [place, cell] of cells.entries()) {
    if (cell !== null && typeof cell !== "string") return undefined;
    text += (place === 0 ? "" : "\t") + (cell === null ? "\\N" : copiedCell(cell));
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
/** The most bytes that one byte becomes: a control character. */
const GROWTH_MAX = 6;

/** What the bytes up to the quote become. Control characters: PostgreSQL leaves most of them as they are, JSON allows none. */
const WRITTEN: readonly Uint8Array[] = Array.from({ length: QUOTE + 1 }, (_, byte) => {
  if (byte === TAB) return bytesOf('","');
  if (byte === LINE_FEED) return bytesOf('"]\n["');
  if (byte === QUOTE) return bytesOf('\\"');
  return bytesOf(byte < SPACE ? `\\u${byte.toString(16).padStart(4, "0")}` : String.fromCharCode(byte));
});

/** What an escape becomes, by the byte behind its backslash: itself, but for the one that JSON does not know. */
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
