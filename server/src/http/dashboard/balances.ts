import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { balanceSorts } from "tributary-sdk/words";
import { balanceStates } from "../../domain/balance.ts";
import { browseBalances, getAgeing, listMaturingDays } from "../../usecases/payouts/browse-balances.ts";
import { readMoneySummary } from "../../usecases/payouts/read-money-summary.ts";
import { remindPayees } from "../../usecases/payouts/remind-payees.ts";
import {
  ageingResponse,
  balanceRow,
  maturingResponse,
  maturingQuery,
  presentAgeing,
  presentBalance,
  presentMaturing,
} from "../wire/balance.ts";
import { choice, currencyCode, reference } from "../wire/fields.ts";
import { filterId, idFrom, ofAccount } from "../wire/ids.ts";
import { moneySummary, presentMoneySummary, presentReminders, reminders } from "../wire/money-summary.ts";
import { given, searchText, sortQuery } from "../wire/query.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf } from "./require-member.ts";

export const balanceRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "balances",
    key: "balances",
    query: {
      currency: given(currencyCode("currency")),
      affiliate_id: given(reference("affiliate_id")),
      state: given(choice("state", balanceStates)),
      search: given(searchText),
      sort: sortQuery(balanceSorts),
    },
    filterOf: ({ currency, affiliate_id: affiliate, state, search, sort }) => ({
      sort,
      currency,
      affiliateId: filterId("affiliate", affiliate),
      state,
      search,
    }),
    listing: browseBalances,
    wire: balanceRow,
    present: presentBalance,
    columns: [
      "affiliate_id",
      ["name", (row) => row.affiliate_name],
      ["email", (row) => row.affiliate_email],
      "currency",
      "pending",
      "maturing",
      "next_matures_at",
      "withdrawable",
      "withdrawable_since",
      "owed_back",
      "payable",
      "in_payout",
      "paid",
      "payout_method",
      "state",
    ],
  });

  app.get("/balances/ageing", { schema: { params: ofAccount, response: { 200: ageingResponse } } }, async (request) =>
    presentAgeing(await getAgeing(merchantOf(request))),
  );

  app.get("/balances/summary", { schema: { params: ofAccount, response: { 200: moneySummary } } }, async (request) => {
    const context = merchantOf(request);
    return presentMoneySummary(await readMoneySummary(context), context.settings);
  });

  app.post("/payout-reminders", { schema: { params: ofAccount, response: { 200: reminders } } }, async (request) =>
    presentReminders(await remindPayees(merchantOf(request))),
  );

  const schema = { params: ofAccount, querystring: maturingQuery, response: { 200: maturingResponse } };
  app.get("/balances/maturing", { schema }, async (request) => {
    const { affiliate_id: affiliate, currency } = request.query;
    const affiliateId = idFrom("affiliate", affiliate);
    return presentMaturing(await listMaturingDays(merchantOf(request), { affiliateId, currency }));
  });
  ready();
};
