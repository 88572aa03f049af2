import type { Queryable } from "../../db/database.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { uuidOf, type AffiliateId, type CampaignId } from "../../domain/ids.ts";
import {
  currenciesOf,
  figuresByDay,
  spanBefore,
  spanOf,
  type AskedSpan,
  type DayCount,
  type DayFigures,
  type DaySpan,
  type DayTotal,
} from "../../domain/overview.ts";
import { findAffiliatePerson } from "../../store/campaigns/affiliation-list.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { listAffiliateScopes, readTotalsOfAffiliate, readTotalsOfCampaign } from "../../store/overview/overview.ts";
import { readClicksByDay } from "../../store/overview/own-totals.ts";
import type { MerchantContext } from "../context.ts";

export interface NumbersQuestion extends AskedSpan {
  readonly currency?: Currency | undefined;
}

/** The figures of a period by day, and those of the period before it. */
export interface Numbers {
  readonly span: DaySpan;
  readonly before: DaySpan;
  readonly currency: Currency;
  readonly currencies: readonly Currency[];
  readonly days: readonly DayFigures[];
  readonly daysBefore: readonly DayFigures[];
}

/** The period, and the range that also covers the previous one. */
export function daysOf(question: AskedSpan, now: Date): { span: DaySpan; both: DaySpan } {
  const span = spanOf(question, now);
  return { span, both: { from: spanBefore(span).from, to: span.to } };
}

/** In the requested currency, or in the one with the most conversions. */
export function numbersOf(
  span: DaySpan,
  counted: { totals: readonly DayTotal[]; clicks: readonly DayCount[] },
  { asked, ofCampaigns }: { asked: Currency | undefined; ofCampaigns: readonly Currency[] },
): Numbers {
  const before = spanBefore(span);
  const currencies = currenciesOf(counted.totals, ofCampaigns);
  const currency = asked ?? currencies[0];
  if (!currency) throw new Error("There is always a currency.");
  return {
    span,
    before,
    currency,
    currencies: currencies.includes(currency) ? currencies : [currency, ...currencies],
    days: figuresByDay(span, counted, currency),
    daysBefore: figuresByDay(before, counted, currency),
  };
}

/** Clicks are counted by campaign and by affiliation. */
const clicksOf = async (db: Queryable, scopes: readonly string[], span: DaySpan): Promise<DayCount[]> =>
  [...(await readClicksByDay(db, { affiliationUuids: scopes }, span))].map(([day, count]) => ({ day, count }));

/** Reads only daily totals, so the cost does not grow with history. */
export async function readCampaignNumbers(
  { reads, clock, accountId }: MerchantContext,
  id: CampaignId,
  question: NumbersQuestion,
): Promise<Numbers> {
  return reads.run(async (db) => {
    const campaign = orRefuse(await findCampaign(db, accountId, id), "campaign_not_found");
    const { span, both } = daysOf(question, clock.now());
    const [totals, clicks] = await Promise.all([
      readTotalsOfCampaign(db, { accountId, id }, both),
      clicksOf(db, [uuidOf(id)], both),
    ]);
    return numbersOf(span, { totals, clicks }, { asked: question.currency, ofCampaigns: [campaign.currency] });
  });
}

/** Across all of the account's campaigns. Reads only daily totals, so the cost does not grow with history. */
export async function readAffiliateNumbers(
  { reads, clock, accountId }: MerchantContext,
  id: AffiliateId,
  question: NumbersQuestion,
): Promise<Numbers> {
  return reads.run(async (db) => {
    if (!(await findAffiliatePerson(db, accountId, id)))
      throw new AppError("affiliate_not_found", { text: "Affiliate not found." });
    const { span, both } = daysOf(question, clock.now());
    const scopes = await listAffiliateScopes(db, accountId, id);
    const [totals, clicks] = await Promise.all([
      readTotalsOfAffiliate(db, { accountId, id }, both),
      clicksOf(
        db,
        scopes.map((scope) => scope.id),
        both,
      ),
    ]);
    const ofCampaigns = scopes.map(({ currency }) => currency);
    return numbersOf(span, { totals, clicks }, { asked: question.currency, ofCampaigns });
  });
}
