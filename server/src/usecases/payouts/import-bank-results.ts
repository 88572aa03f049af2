import {
  bankColumnsOf,
  bankLineOf,
  decideLines,
  refusedLine,
  type BankColumns,
  type BankLine,
  type ImportedLine,
} from "../../formats/bank-results.ts";
import { AppError } from "../../domain/errors.ts";
import type { PayoutId } from "../../domain/ids.ts";
import type { Payout, PayoutChange } from "../../domain/payout.ts";
import type { TableRow } from "../../formats/read-csv.ts";
import { findPayouts } from "../../store/payouts/payout-list.ts";
import { lockPayouts } from "../../store/payouts/payouts.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { refusedReclaims, saveSettlements, type Refusals } from "./settle-payouts.ts";

export type TableRows = AsyncIterable<TableRow> | Iterable<TableRow>;

/** Payouts settled per transaction: keeps locks short and memory low, even for a large file. */
const GROUP = 200;

/** What importing these results now would do, line by line. */
export async function previewBankResults(context: MerchantContext, rows: TableRows): Promise<ImportedLine[]> {
  requireRole(context, "owner");
  const lines = await readLines(rows);
  const decided: ImportedLine[] = [];
  for (const group of groupsOf(lines))
    decided.push(...decideGroup(group, await findPayouts(context.db, context.accountId, group.ids), context));
  // Checked across all groups: payouts in different groups may need the same conversion.
  return settled(lines, decided, await refusedReclaims(context.db, context.accountId, changesOf(decided)));
}

/**
 * Settles group by group, each in one transaction. A refused line does not affect the others. After a crash the same
 * file can be imported again: lines already done change nothing.
 */
export async function importBankResults(context: MerchantContext, rows: TableRows): Promise<ImportedLine[]> {
  requireRole(context, "owner");
  const lines = await readLines(rows);
  const decided: ImportedLine[] = [];
  const refused = new Map<PayoutId, AppError>();
  for (const group of groupsOf(lines)) {
    const [outcome, refusals] = await context.db.transaction(async (tx) => {
      const found = decideGroup(group, await lockPayouts(tx, context.accountId, group.ids), context);
      return [found, await saveSettlements(tx, context, changesOf(found))] as const;
    });
    decided.push(...outcome);
    for (const [id, error] of refusals) refused.set(id, error);
  }
  return settled(lines, decided, refused);
}

async function readLines(rows: TableRows): Promise<BankLine[]> {
  const lines: BankLine[] = [];
  let columns: BankColumns | undefined;
  for await (const row of rows) {
    if (columns) lines.push(bankLineOf(row, columns));
    else columns = requireColumns(row);
  }
  if (!columns) requireColumns(undefined);
  return lines;
}

function requireColumns(headings: TableRow | undefined): BankColumns {
  const columns = bankColumnsOf(headings);
  if (columns) return columns;
  const text = "The first line must contain column headings, including payout_id and status.";
  throw new AppError("invalid_request", { text });
}

interface Group {
  readonly ids: readonly PayoutId[];
  readonly linesOf: ReadonlyMap<PayoutId, readonly BankLine[]>;
}

/**
 * All lines about a payout are in one group. Failed payouts come first, because paid ones may need the lines that they
 * release. In a group, IDs are sorted, which is also the lock order.
 */
function groupsOf(lines: readonly BankLine[]): Group[] {
  const linesOf = new Map<PayoutId, BankLine[]>();
  for (const line of lines) {
    if (line.payoutId === null) continue;
    const known = linesOf.get(line.payoutId);
    if (known) known.push(line);
    else linesOf.set(line.payoutId, [line]);
  }
  const sorted = [...linesOf.keys()].toSorted();
  const hasFailed = (id: PayoutId): boolean => linesOf.get(id)?.at(-1)?.status === "failed";
  const ids = [...sorted.filter(hasFailed), ...sorted.filter((id) => !hasFailed(id))];
  return Array.from({ length: Math.ceil(ids.length / GROUP) }, (_, index) => ({
    ids: ids.slice(index * GROUP, (index + 1) * GROUP).toSorted(),
    linesOf,
  }));
}

function decideGroup({ ids, linesOf }: Group, payouts: readonly Payout[], { clock }: MerchantContext): ImportedLine[] {
  const byId = new Map(payouts.map((payout) => [payout.id, payout]));
  const now = clock.now();
  return ids.flatMap((id) => decideLines(linesOf.get(id) ?? [], byId.get(id), now));
}

const changesOf = (decided: readonly ImportedLine[]): PayoutChange[] =>
  decided.flatMap((each) => (each.outcome === "change" ? [each.change] : []));

/** In file order. Lines without a valid ID are in no group. */
function settled(lines: readonly BankLine[], decided: readonly ImportedLine[], refused: Refusals): ImportedLine[] {
  const byLine = new Map(decided.map((each) => [each.line, each]));
  return lines.map((line) => {
    const outcome = byLine.get(line) ?? refusedLine(line);
    const error = outcome.outcome === "change" ? refused.get(outcome.change.after.id) : undefined;
    return error ? { outcome: "refused", line, error } : outcome;
  });
}
