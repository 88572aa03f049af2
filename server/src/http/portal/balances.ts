import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { PortalBalancesAnswer } from "tributary-sdk/pages";
import { z } from "zod";
import { listMaturingDays, listOwnBalances } from "../../usecases/payouts/browse-balances.ts";
import { json } from "../response/responses.ts";
import { maturingAnswer, maturingQuery, presentMaturing } from "../dashboard/balances.ts";
import { presentBalanceFields } from "../dashboard/money-present.ts";
import { balanceFields, method } from "../dashboard/money-schemas.ts";
import { idFrom } from "../wire/ids.ts";
import { affiliateOf } from "./require-affiliate.ts";

const answer: z.ZodType<PortalBalancesAnswer> = z.object({
  balances: z.array(
    z.object({
      ...balanceFields,
      affiliate_id: z.string(),
      merchant_name: z.string(),
      payout_method: method.nullable(),
    }),
  ),
});

export const balanceRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const response = { 200: json("What one has with each merchant, by currency.", answer) };
  app.get("/balances", { schema: { response } }, async (request) => {
    const listed = await listOwnBalances(affiliateOf(request));
    return {
      balances: listed.map(({ balance, merchantName }) => ({
        ...presentBalanceFields(balance),
        affiliate_id: balance.affiliateId,
        merchant_name: merchantName,
        payout_method: balance.method,
      })),
    };
  });

  const maturing = { 200: json("When it becomes withdrawable, soonest first.", maturingAnswer) };
  app.get("/balances/maturing", { schema: { querystring: maturingQuery, response: maturing } }, async (request) => {
    const { affiliate_id: affiliate, currency } = request.query;
    const affiliateId = idFrom("affiliate", affiliate);
    return presentMaturing(await listMaturingDays(affiliateOf(request), { affiliateId, currency }));
  });
  ready();
};
