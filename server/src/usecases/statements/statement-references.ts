import type { StatementLine } from "../../domain/statement.ts";
import { listReferences, type LineReference } from "../../store/ledger/statement-references.ts";
import type { OpenStatement } from "./open-statement.ts";
import type { StatementReader } from "./statement-reader.ts";

export type { LineReference };

/** Reads lines and passes them on unchanged. Collects what the page needs to name them. */
export function collectReferences(
  context: StatementReader,
  { accountId, pages }: Pick<OpenStatement, "accountId" | "pages">,
): { pages: AsyncIterable<readonly StatementLine[]>; references: ReadonlyMap<string, LineReference> } {
  const references = new Map<string, LineReference>();
  // An affiliate knows the campaign and the date, not the merchant's order IDs.
  const withOrderIds = "accountId" in context;
  async function* passOn(): AsyncGenerator<readonly StatementLine[]> {
    for await (const lines of pages) {
      const subjects = new Set(lines.map(subjectOf));
      for (const each of references.keys()) subjects.delete(each);
      for (const each of await listReferences(context.db, accountId, [...subjects]))
        references.set(each.id, withOrderIds ? each : { ...each, externalId: null });
      yield lines;
    }
  }
  return { pages: passOn(), references };
}

/** What a line is about: a payout, a conversion, or a deduction. */
const subjectOf = (line: StatementLine): string => line.payout_id ?? line.claw_back_id ?? line.conversion_id ?? "";
