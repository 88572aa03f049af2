import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { listMaturingDays, listOwnBalances } from "../../usecases/payouts/browse-balances.ts";
import { maturingResponse, maturingQuery, presentMaturing } from "../wire/balance.ts";
import { ownBalances, presentOwnBalances } from "../wire/balance.ts";
import { idFrom } from "../wire/ids.ts";
import { affiliateOf } from "./require-affiliate.ts";

export const balanceRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const response = { 200: ownBalances };
  app.get("/balances", { schema: { response } }, async (request) =>
    presentOwnBalances(await listOwnBalances(affiliateOf(request))),
  );

  const maturing = { 200: maturingResponse };
  app.get("/balances/maturing", { schema: { querystring: maturingQuery, response: maturing } }, async (request) => {
    const { affiliate_id: affiliate, currency } = request.query;
    const affiliateId = idFrom("affiliate", affiliate);
    return presentMaturing(await listMaturingDays(affiliateOf(request), { affiliateId, currency }));
  });
  ready();
};
