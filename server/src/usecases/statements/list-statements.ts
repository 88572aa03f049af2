import type { Currency } from "../../domain/values/currency.ts";
import type { AffiliateId } from "../../domain/ids.ts";
import { monthOf } from "../../domain/statement.ts";
import { listChainMonths, type ChainMonth } from "../../store/ledger/statements.ts";
import { sealForReading } from "./seal-transfers.ts";
import { partyOf, type StatementReader } from "./statement-reader.ts";

export interface ListedMonth extends ChainMonth {
  readonly complete: boolean;
}

/** Months with lines, newest first. */
export async function listStatements(
  context: StatementReader,
  { affiliateId, currency }: { affiliateId: AffiliateId; currency: Currency | undefined },
): Promise<ListedMonth[]> {
  const { accountId } = await partyOf(context, affiliateId);
  const now = context.clock.now();
  await sealForReading(context);
  const months = await listChainMonths(context.db, { accountId, affiliateId, currency });
  return months.map((each) => ({ ...each, complete: now >= (monthOf(each.month.slice(0, 7))?.endsAt ?? now) }));
}
