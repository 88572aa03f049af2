import { createHash } from "node:crypto";
import { jsonWriter } from "../../formats/row-text.ts";
import {
  copyExactly,
  copyForExport,
  type BulkTx,
  type CopiedRows,
  type MovedTable,
} from "../../store/installation/bulk-copy.ts";

/** Two tables with the same digest hold exactly the same rows. */
export interface TableDigest {
  readonly rows: number;
  readonly sha256: string;
}

/** The digest that the table's export file would have. */
export function digestForExport(tx: BulkTx, table: MovedTable): Promise<TableDigest> {
  return digestOf(copyForExport(tx, table), jsonWriter());
}

export function digestExactly(tx: BulkTx, table: MovedTable): Promise<TableDigest> {
  return digestOf(copyExactly(tx, table), (text) => text);
}

async function digestOf(
  pages: AsyncGenerator<CopiedRows, void>,
  form: (text: Uint8Array) => Uint8Array,
): Promise<TableDigest> {
  const hash = createHash("sha256");
  let rows = 0;
  for await (const page of pages) {
    hash.update(form(page.text));
    rows += page.rows;
  }
  return { rows, sha256: hash.digest("hex") };
}
