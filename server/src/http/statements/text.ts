import { splitAtLines, type Statement, type StatementLine } from "../../domain/statement.ts";

interface Document {
  /** Without its lines. */
  readonly statement: Statement;
}
type Pages = AsyncIterable<readonly StatementLine[]>;

/** The output of JSON.stringify for the complete document, one page of lines at a time. */
export async function* compactText(document: Document, pages: Pages): AsyncGenerator<string> {
  yield* inPages(JSON.stringify(document), pages, { line: JSON.stringify, gap: "", end: "" });
}

/** The same, indented by two spaces and with a final line feed, as signed files have always been written. */
export async function* indentedText(document: Document, pages: Pages): AsyncGenerator<string> {
  const line = (each: StatementLine): string => JSON.stringify(each, null, 2).replaceAll("\n", "\n      ");
  yield* inPages(`${JSON.stringify(document, null, 2)}\n`, pages, { line, gap: "\n      ", end: "\n    " });
}

interface Layout {
  readonly line: (line: StatementLine) => string;
  /** Inserted before each line and before the end of the list. */
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
