import { splitAtLines, type Statement, type StatementLine } from "../../domain/statement.ts";

interface Document {
  /** With no lines. */
  readonly statement: Statement;
}
type Pages = AsyncIterable<readonly StatementLine[]>;

/** What JSON.stringify makes of the document once its statement has its lines, a page at a time. */
export async function* compactText(document: Document, pages: Pages): AsyncGenerator<string> {
  yield* inPages(JSON.stringify(document), pages, { line: JSON.stringify, gap: "", end: "" });
}

/** The same indented by two spaces and with a line feed at its end, as the signed file has always been written. */
export async function* indentedText(document: Document, pages: Pages): AsyncGenerator<string> {
  const line = (each: StatementLine): string => JSON.stringify(each, null, 2).replaceAll("\n", "\n      ");
  yield* inPages(`${JSON.stringify(document, null, 2)}\n`, pages, { line, gap: "\n      ", end: "\n    " });
}

interface Layout {
  readonly line: (line: StatementLine) => string;
  /** Before each line, and before the end of the list. */
  readonly gap: string;
  readonly end: string;
}

async function* inPages(text: string, pages: Pages, { line, gap, end }: Layout): AsyncGenerator<string> {
  const [before, after] = splitAtLines(text);
  yield `${before}[`;
  let isFirst = true;
  for await (const lines of pages) {
    const joined = lines.map((each) => gap + line(each)).join(",");
    yield isFirst ? joined : `,${joined}`;
    isFirst = false;
  }
  yield `${isFirst ? "" : end}]${after}`;
}
