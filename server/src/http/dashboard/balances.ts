import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { AgeingAnswer, BalanceRow, MaturingAnswer } from "tributary-sdk/pages";
import { z } from "zod";
import { ageingBuckets, balanceStates } from "../../domain/balance.ts";
import { majorOf } from "../../domain/money.ts";
import {
  browseBalances,
  getAgeing,
  listMaturingDays,
  type AgeingRow,
  type MaturingDay,
} from "../../usecases/payouts/browse-balances.ts";
import { json } from "../response/responses.ts";
import type { Columns } from "../response/csv.ts";
import { choice, currencyCode, reference } from "../wire/fields.ts";
import { idFrom } from "../wire/ids.ts";
import { merchantOf } from "./require-member.ts";
import { listRoutes } from "./list-routes.ts";
import { presentBalance } from "./money-present.ts";
import { balanceRow } from "./money-schemas.ts";
import { filterId, given, searchText } from "../wire/query.ts";
import { ofAccount } from "./schemas.ts";

const ageingAnswer: z.ZodType<AgeingAnswer> = z.object({
  ageing: z.array(
    z.object({
      currency: z.string(),
      buckets: z.array(
        z.object({
          days_from: z.number(),
          days_to: z.number().nullable(),
          conversions: z.number(),
          commission: z.number(),
        }),
      ),
    }),
  ),
});

export const maturingQuery = z.object({
  affiliate_id: reference("affiliate_id"),
  currency: given(currencyCode("currency")),
});
export const maturingAnswer: z.ZodType<MaturingAnswer> = z.object({
  maturing: z.array(z.object({ day: z.string(), currency: z.string(), amount: z.number(), conversions: z.number() })),
});
export const presentMaturing = (days: readonly MaturingDay[]): MaturingAnswer => ({
  maturing: days.map(({ day, currency, minor, conversions }) => ({
    day,
    currency,
    amount: majorOf({ minor, currency }),
    conversions,
  })),
});

export const balanceRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "balances",
    key: "balances",
    query: {
      currency: given(currencyCode("currency")),
      affiliate_id: given(reference("affiliate_id")),
      state: given(choice("state", balanceStates)),
      search: given(searchText),
    },
    filterOf: ({ currency, affiliate_id: affiliate, state, search }) => ({
      currency,
      affiliateId: filterId("affiliate", affiliate),
      state,
      search,
    }),
    listing: browseBalances,
    wire: balanceRow,
    present: presentBalance,
    columns,
  });

  const ageing = { 200: json("What waits for approval, by its age.", ageingAnswer) };
  app.get("/balances/ageing", { schema: { params: ofAccount, response: ageing } }, async (request) =>
    presentAgeing(await getAgeing(merchantOf(request))),
  );

  const maturing = { 200: json("When it becomes withdrawable, soonest first.", maturingAnswer) };
  const schema = { params: ofAccount, querystring: maturingQuery, response: maturing };
  app.get("/balances/maturing", { schema }, async (request) => {
    const { affiliate_id: affiliate, currency } = request.query;
    const affiliateId = idFrom("affiliate", affiliate);
    return presentMaturing(await listMaturingDays(merchantOf(request), { affiliateId, currency }));
  });
  ready();
};

/** Every bucket of every currency that has anything, empty ones too. */
function presentAgeing(rows: readonly AgeingRow[]): AgeingAnswer {
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return {
    ageing: currencies.map((currency) => ({
      currency,
      buckets: ageingBuckets.map((from, index) => {
        const row = rows.find((each) => each.currency === currency && each.from === from);
        const next = ageingBuckets[index + 1];
        return {
          days_from: from,
          days_to: next === undefined ? null : next - 1,
          conversions: row?.conversions ?? 0,
          commission: majorOf({ minor: row?.minor ?? 0n, currency }),
        };
      }),
    })),
  };
}

const columns: Columns<BalanceRow> = [
  ["affiliate_id", (row) => row.affiliate_id],
  ["name", (row) => row.affiliate_name],
  ["email", (row) => row.affiliate_email],
  ["currency", (row) => row.currency],
  ["pending", (row) => row.pending],
  ["maturing", (row) => row.maturing],
  ["next_matures_at", (row) => row.next_matures_at],
  ["withdrawable", (row) => row.withdrawable],
  ["withdrawable_since", (row) => row.withdrawable_since],
  ["owed_back", (row) => row.owed_back],
  ["payable", (row) => row.payable],
  ["in_payout", (row) => row.in_payout],
  ["paid", (row) => row.paid],
  ["payout_method", (row) => row.payout_method],
  ["state", (row) => row.state],
];
