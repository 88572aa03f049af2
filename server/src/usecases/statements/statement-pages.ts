import { presentLine, type StatementLine } from "../../domain/statement.ts";
import type { ChainKey, ChainState } from "../../store/ledger/seals.ts";
import { listSealedLines } from "../../store/ledger/statements.ts";
import { EVERYBODY, inTurn } from "../limits/in-turn.ts";
import { personOf, type StatementReader } from "./statement-reader.ts";

/** Few enough to read, format and write in a few milliseconds, so that the event loop is not blocked. */
export const LINES_AT_ONCE = 250;

/**
 * The lines of a statement, between two positions in its chain. Sealed lines never change, so they can be read twice.
 */
export interface Span {
  readonly chain: ChainKey;
  readonly opening: ChainState;
  readonly closing: ChainState;
}
interface Position {
  readonly line: number;
  readonly seal: number;
}
interface Page {
  readonly lines: readonly StatementLine[];
  readonly end: Position;
}

/**
 * Reads lines in pages. The first page is read immediately, so that an error does not leave half a document. Each page
 * takes its own turn and connection, so a slow reader holds neither.
 */
export async function openPages(
  context: StatementReader,
  span: Span,
): Promise<AsyncIterable<readonly StatementLine[]>> {
  const { lines: line, number: seal } = span.opening;
  const first = await readPage(context, span, { line, seal });
  return {
    async *[Symbol.asyncIterator]() {
      for (let page = first; ; page = await readPage(context, span, page.end)) {
        if (page.lines.length > 0) yield page.lines;
        if (page.end.line >= span.closing.lines) return;
      }
    },
  };
}

function readPage(context: StatementReader, { chain, closing }: Span, from: Position): Promise<Page> {
  const { db, turns } = context;
  const read = async (): Promise<Page> => {
    const through = Math.min(from.line + LINES_AT_ONCE, closing.lines);
    const found = await listSealedLines(db, chain, { after: from.line, through, fromSeal: from.seal });
    const lines = found.map((line) => presentLine(line, chain.currency));
    return { lines, end: { line: through, seal: found.at(-1)?.seal ?? from.seal } };
  };
  return inTurn(turns.statementReader, personOf(context), () => inTurn(turns.statement, EVERYBODY, read));
}
