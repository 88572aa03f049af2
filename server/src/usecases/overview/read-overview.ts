import type { Currency } from "../../domain/currency.ts";
import { DAY_MS } from "../../domain/day.ts";
import type { AffiliateId, CampaignId } from "../../domain/ids.ts";
import {
  currenciesOf,
  figuresByDay,
  spanBefore,
  spanOf,
  waitingOf,
  type AskedSpan,
  type DayFigures,
  type DaySpan,
} from "../../domain/overview.ts";
import {
  listTightBudgets,
  readAttention,
  readVersion,
  type Attention,
  type TightBudget,
} from "../../store/overview/attention.ts";
import {
  countWaiting,
  listCampaignCurrencies,
  rankAffiliates,
  rankCampaigns,
  readClicksOfAccount,
  readTotalsByDay,
  type Ranked,
} from "../../store/overview/overview.ts";
import type { MerchantContext } from "../context.ts";

export type { Ranked };

export interface OverviewQuestion extends AskedSpan {
  readonly currency?: Currency | undefined;
}
export interface AccountOverview {
  readonly span: DaySpan;
  readonly before: DaySpan;
  readonly currency: Currency;
  readonly currencies: readonly Currency[];
  readonly days: readonly DayFigures[];
  readonly daysBefore: readonly DayFigures[];
  readonly waiting: { readonly total: number; readonly ofSpan: number };
  readonly topCampaigns: readonly Ranked<CampaignId>[];
  readonly topAffiliates: readonly Ranked<AffiliateId>[];
  readonly attention: Attention;
  readonly tightBudgets: readonly TightBudget[];
}

const RANKED = 5;
const TIGHT_PERCENT = 80;
const TIGHT_SHOWN = 5;
const FAILED_DAYS = 7;

/** Reads only totals and small indexes, so the cost does not grow with history. */
export async function readAccountOverview(
  { db, clock, accountId }: MerchantContext,
  question: OverviewQuestion,
): Promise<AccountOverview> {
  const now = clock.now();
  const span = spanOf(question, now);
  const before = spanBefore(span);
  const both = { from: before.from, to: span.to };
  const [totals, clicks, ofCampaigns, waiting, attention, tightBudgets] = await Promise.all([
    readTotalsByDay(db, accountId, both),
    readClicksOfAccount(db, accountId, both),
    listCampaignCurrencies(db, accountId),
    countWaiting(db, accountId),
    readAttention(db, accountId, new Date(now.getTime() - FAILED_DAYS * DAY_MS)),
    listTightBudgets(db, accountId, { percent: TIGHT_PERCENT, limit: TIGHT_SHOWN }),
  ]);
  const currencies = currenciesOf(totals, ofCampaigns);
  const currency = question.currency ?? currencies[0];
  if (!currency) throw new Error("There is always a currency.");
  const ranking = { span, currency, limit: RANKED };
  const [topCampaigns, topAffiliates] = await Promise.all([
    rankCampaigns(db, accountId, ranking),
    rankAffiliates(db, accountId, ranking),
  ]);
  return {
    span,
    before,
    currency,
    currencies: currencies.includes(currency) ? currencies : [currency, ...currencies],
    days: figuresByDay(span, { totals, clicks }, currency),
    daysBefore: figuresByDay(before, { totals, clicks }, currency),
    waiting: { total: waiting, ofSpan: waitingOf(totals, span) },
    topCampaigns,
    topAffiliates,
    attention,
    tightBudgets,
  };
}

/** For pages that poll for changes: the value changes with every change to a conversion. */
export const readPulse = ({ db, accountId }: MerchantContext): Promise<string> => readVersion(db, accountId);
