import type { StatementReference } from "tributary-sdk/pages";
import { splitAtLines, type Statement, type StatementLine } from "../../domain/statement.ts";
import type { LineReference } from "../../usecases/statements/statement-references.ts";

interface Document {
  /** Without its lines. */
  readonly statement: Statement;
}
type Pages = AsyncIterable<readonly StatementLine[]>;

/** The output of JSON.stringify for the complete document, one page of lines or references at a time. */
export async function* pageText(
  document: Document,
  pages: Pages,
  references: AsyncIterable<readonly LineReference[]>,
): AsyncGenerator<string> {
  const open = JSON.stringify(document).slice(0, -1);
  yield* inPages(open, pages, { line: JSON.stringify, gap: "", end: "" });
  yield ',"references":{';
  let gap = "";
  for await (const page of references) {
    const texts = page.map((each) => `${JSON.stringify(each.id)}:${JSON.stringify(presentReference(each))}`);
    if (texts.length === 0) continue;
    yield gap + texts.join(",");
    gap = ",";
  }
  yield "}}";
}

const presentReference = (reference: LineReference): StatementReference => ({
  external_id: reference.externalId,
  campaign_name: reference.campaignName,
  payment_reference: reference.paymentReference,
  at: reference.at.toISOString(),
});

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
