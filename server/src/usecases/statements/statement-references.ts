import type { StatementLine } from "../../domain/statement.ts";
import { listReferences, type LineReference } from "../../store/ledger/statement-references.ts";
import { EVERYBODY, inTurn } from "../limits/in-turn.ts";
import type { OpenStatement } from "./open-statement.ts";
import { personOf, type StatementReader } from "./statement-reader.ts";

export type { LineReference };

/** Reads the lines again, page by page, and finds what the page needs to name them. Returns each reference once. */
export async function* referencesOf(
  context: StatementReader,
  { accountId, pages }: Pick<OpenStatement, "accountId" | "pages">,
): AsyncGenerator<readonly LineReference[]> {
  // An affiliate knows the campaign and the date, not the merchant's order IDs.
  const withOrderIds = "accountId" in context;
  const seen = new Set<string>();
  for await (const lines of pages) {
    const subjects = [...new Set(lines.map(subjectOf))].filter((id) => !seen.has(id));
    for (const id of subjects) seen.add(id);
    if (subjects.length === 0) continue;
    const found = await inTurn(context.turns.statementReader, personOf(context), () =>
      inTurn(context.turns.statement, EVERYBODY, () => listReferences(context.db, accountId, subjects)),
    );
    yield withOrderIds ? found : found.map((each) => ({ ...each, externalId: null }));
  }
}

/** What a line is about: a payout, a conversion, or a deduction. */
const subjectOf = (line: StatementLine): string => line.payout_id ?? line.claw_back_id ?? line.conversion_id ?? "";
