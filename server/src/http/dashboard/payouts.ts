import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { PayoutLine, PayoutRow } from "tributary-sdk/pages";
import { payoutLineSorts, payoutSorts } from "tributary-sdk/words";
import { z } from "zod";
import type { PayoutId } from "../../domain/ids.ts";
import { payoutStatuses } from "../../domain/payout.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import {
  browsePayouts,
  describePayout,
  findNamedPayout,
  listLinesOfPayout,
  readLinesOfPayout,
  type ListedPayout,
} from "../../usecases/payouts/browse-payouts.ts";
import { createPayout } from "../../usecases/payouts/create-payout.ts";
import { sendCsv, type Columns } from "../response/send-csv.ts";
import { choice, currencyCode, reference } from "../wire/fields.ts";
import { filterId, idFrom, ofAccount, ofOne } from "../wire/ids.ts";
import {
  payoutResponse,
  payoutLines,
  payoutRow,
  presentPayout,
  presentPayoutResponse,
  presentPayoutLine,
  presentPayoutLines,
} from "../wire/payout.ts";
import { given, instant, pageQuery, sortQuery } from "../wire/query.ts";
import { listRoutes } from "./list-and-csv-routes.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";

export const payoutChanged = { 200: z.object({ payout: payoutRow }) };

export const payoutRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "payouts",
    key: "payouts",
    query: {
      status: given(choice("status", payoutStatuses)),
      affiliate_id: given(reference("affiliate_id")),
      batch_id: given(reference("batch_id")),
      currency: given(currencyCode("currency")),
      from: given(instant("from")),
      to: given(instant("to")),
      sort: sortQuery(payoutSorts),
    },
    filterOf: ({ status, affiliate_id: affiliate, batch_id: batch, currency, from, to, sort }) => ({
      sort,
      status,
      affiliateId: filterId("affiliate", affiliate),
      batchId: filterId("batch", batch),
      currency,
      from,
      to,
    }),
    listing: browsePayouts,
    wire: payoutRow,
    present: presentPayout,
    columns: [
      ["payout_id", (row) => row.id],
      "batch_id",
      "affiliate_id",
      "affiliate_name",
      "status",
      "amount",
      "currency",
      "conversions",
      "claw_backs",
      "earned",
      "clawed_back",
      "method",
      "account_hint",
      "created_at",
      "settled_at",
      "paid_on",
      "reference",
      "reason",
    ],
  });

  const createBody = z.object({ affiliate_id: reference("affiliate_id"), currency: currencyCode("currency") });
  const create = { config: ownersOnly, schema: { params: ofAccount, body: createBody, response: payoutChanged } };
  app.post("/payouts", create, async (request) => {
    const context = merchantOf(request);
    const affiliateId = idFrom("affiliate", request.body.affiliate_id);
    const { id } = await createPayout(context, { affiliateId, currency: request.body.currency });
    return showPayout(context, id);
  });

  const response = { 200: payoutResponse };
  app.get("/payouts/:id", { schema: { params: ofOne, response } }, async (request) =>
    presentPayoutResponse(await describePayout(merchantOf(request), idFrom("payout", request.params.id))),
  );

  const lines = { 200: payoutLines };
  const querystring = z.object({ ...pageQuery, sort: sortQuery(payoutLineSorts) });
  const schema = { params: ofOne, querystring, response: lines };
  app.get("/payouts/:id/lines", { schema }, async (request) => {
    const { query: page } = request;
    const id = idFrom("payout", request.params.id);
    return presentPayoutLines(await listLinesOfPayout(merchantOf(request), { id, page }), page);
  });

  // Without HEAD: the framework would read all lines and then discard them.
  app.get("/payouts/:id/lines.csv", { schema: { params: ofOne }, exposeHeadRoute: false }, async (request, reply) => {
    const context = merchantOf(request);
    const listed = await findNamedPayout(context, idFrom("payout", request.params.id));
    const batches = csvLinesOf(context, listed);
    return sendCsv(reply, { name: `payout-lines-${listed.payout.id}`, columns: lineColumns, batches });
  });
  ready();
};

type CsvLine = PayoutLine & { readonly currency: string };

async function* csvLinesOf(context: MerchantContext, listed: ListedPayout): AsyncGenerator<CsvLine[], void> {
  const { currency } = listed.payout.amount;
  for await (const lines of readLinesOfPayout(context, listed))
    yield lines.map((line) => ({ ...presentPayoutLine(line, currency), currency }));
}

export async function showPayout(context: MerchantContext, id: PayoutId): Promise<{ payout: PayoutRow }> {
  return { payout: presentPayout(await findNamedPayout(context, id)) };
}

const lineColumns: Columns<CsvLine> = [
  "kind",
  "conversion_id",
  "claw_back_id",
  "campaign_id",
  "campaign_name",
  "created_at",
  "amount",
  "currency",
  "external_id",
];
