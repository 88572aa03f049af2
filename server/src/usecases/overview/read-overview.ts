import type { Queryable } from "../../db/database.ts";
import { silentSince } from "../../domain/connectors/connector.ts";
import { DAY_MS } from "../../domain/values/day.ts";
import type { AffiliateId, CampaignId } from "../../domain/ids.ts";
import { waitingOf } from "../../domain/overview.ts";
import { listArrivals } from "../../store/connectors/connector-figures.ts";
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
import { daysOf, numbersOf, type Numbers, type NumbersQuestion } from "./read-numbers.ts";

export type { Ranked };

export interface AccountOverview extends Numbers {
  readonly waiting: { readonly total: number; readonly ofSpan: number };
  readonly topCampaigns: readonly Ranked<CampaignId>[];
  readonly topAffiliates: readonly Ranked<AffiliateId>[];
  readonly attention: Attention & { readonly connectorsSilent: number };
  readonly tightBudgets: readonly TightBudget[];
}

const RANKED = 5;
const TIGHT_PERCENT = 80;
const TIGHT_SHOWN = 5;
const FAILED_DAYS = 7;

const failedSince = (now: Date): Date => new Date(now.getTime() - FAILED_DAYS * DAY_MS);

export const readAccountOverview = (context: MerchantContext, question: NumbersQuestion): Promise<AccountOverview> =>
  context.reads.run((db) => readAllFrom(db, context, question));

/** Reads only totals and small indexes, so the cost does not grow with history. */
async function readAllFrom(
  db: Queryable,
  { clock, wallClock, accountId }: MerchantContext,
  question: NumbersQuestion,
): Promise<AccountOverview> {
  const now = clock.now();
  // Events of shops arrive in real time, also in test mode.
  const realNow = wallClock.now();
  const { span, both } = daysOf(question, now);
  const [totals, clicks, ofCampaigns, waiting, attention, tightBudgets, arrivals] = await Promise.all([
    readTotalsByDay(db, accountId, both),
    readClicksOfAccount(db, accountId, both),
    listCampaignCurrencies(db, accountId),
    countWaiting(db, accountId),
    readAttention(db, accountId, { deliveriesSince: failedSince(now), receiptsSince: failedSince(realNow) }),
    listTightBudgets(db, accountId, { percent: TIGHT_PERCENT, limit: TIGHT_SHOWN }),
    listArrivals(db, accountId),
  ]);
  const numbers = numbersOf(span, { totals, clicks }, { asked: question.currency, ofCampaigns });
  const ranking = { span, currency: numbers.currency, limit: RANKED };
  const [topCampaigns, topAffiliates] = await Promise.all([
    rankCampaigns(db, accountId, ranking),
    rankAffiliates(db, accountId, ranking),
  ]);
  return {
    ...numbers,
    waiting: { total: waiting, ofSpan: waitingOf(totals, span) },
    topCampaigns,
    topAffiliates,
    attention: { ...attention, connectorsSilent: arrivals.filter((times) => silentSince(times, realNow)).length },
    tightBudgets,
  };
}

/** For pages that poll for changes: the value changes with every change to a conversion. */
export const readPulse = ({ db, accountId }: MerchantContext): Promise<string> => readVersion(db, accountId);
