import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { AMOUNT_MAX } from "tributary-sdk/limits";
import { batchSorts, previewSorts } from "tributary-sdk/words";
import { z } from "zod";
import type { Currency } from "../../domain/values/currency.ts";
import { moneyOf } from "../../domain/values/money.ts";
import { fileFormats } from "../../domain/payout.ts";
import { browseBatches, getBatch } from "../../usecases/payouts/browse-batches.ts";
import { createBatch, previewPayouts } from "../../usecases/payouts/create-batch.ts";
import { readPayFile, writePayFile } from "../../usecases/payouts/pay-file.ts";
import { amount, choice, currencyCode, optional } from "../wire/fields.ts";
import { idFrom, ofAccount, ofOne } from "../wire/ids.ts";
import { major } from "../wire/money.ts";
import { listPagination, paginationOf } from "../wire/pagination.ts";
import {
  batchPreview,
  batchRow,
  payFile,
  presentBatch,
  presentPayFile,
  presentPreviewRow,
} from "../wire/payout-batch.ts";
import { given, instant, pageQuery, sortQuery } from "../wire/query.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";

const minimum = amount("minimum", AMOUNT_MAX);
const minimumText = z.preprocess((value) => (value === undefined ? value : Number(value)), minimum);

const createBody = z.object({
  currency: currencyCode("currency"),
  minimum: optional(minimum),
  as_of: optional(instant("as_of")),
  expected: optional(z.object({ total: amount("expected.total", Number.MAX_SAFE_INTEGER), payouts: z.int() })),
});
const batchResponse = { 200: z.object({ batch: batchRow }) };

export const payoutBatchRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const previewQuery = z.object({
    ...pageQuery,
    currency: currencyCode("currency"),
    minimum: given(minimumText),
    sort: sortQuery(previewSorts),
  });
  const preview = { schema: { params: ofAccount, querystring: previewQuery, response: { 200: batchPreview } } };
  app.get("/payout-batches/preview", preview, async (request) => {
    const context = merchantOf(request);
    const { currency, minimum: least = 0, limit, offset, sort } = request.query;
    const terms = { currency, minimumMinor: moneyOf(least, currency).minor, asOf: context.clock.now() };
    const { summary, rows } = await previewPayouts(context, terms, { limit, offset, sort });
    return {
      currency,
      minimum: least,
      as_of: terms.asOf.toISOString(),
      total: major(summary.totalMinor, currency),
      payouts: summary.payouts,
      conversions: summary.conversions,
      skipped: summary.skipped,
      rows: rows.map((row) => presentPreviewRow(row, currency)),
      pagination: { limit, offset, total: summary.payouts + summary.skipped },
    };
  });

  const create = { config: ownersOnly, schema: { params: ofAccount, body: createBody, response: batchResponse } };
  app.post("/payout-batches", create, async (request) => {
    const context = merchantOf(request);
    const { currency, minimum: least = 0, as_of: asOf = context.clock.now(), expected } = request.body;
    const minimumMinor = moneyOf(least, currency).minor;
    const batch = await createBatch(context, {
      currency,
      minimumMinor,
      asOf,
      expected: expectedOf(expected, currency),
    });
    return { batch: presentBatch(await getBatch(context, batch.id)) };
  });

  const listResponse = z.object({ batches: z.array(batchRow), pagination: listPagination });
  const listed = { schema: { params: ofAccount, querystring: listQuery, response: { 200: listResponse } } };
  app.get("/payout-batches", listed, async (request) => {
    const { limit, offset, sort } = request.query;
    const { rows, total } = await browseBatches(merchantOf(request), { limit, offset, sort });
    return { batches: rows.map(presentBatch), pagination: paginationOf(total, { limit, offset }) };
  });

  app.get("/payout-batches/:id", { schema: { params: ofOne, response: batchResponse } }, async (request) => ({
    batch: presentBatch(await getBatch(merchantOf(request), idFrom("batch", request.params.id))),
  }));
  ready();
};

const expectedOf = (expected: { total: number; payouts: number } | undefined, currency: Currency) =>
  expected && { payouts: expected.payouts, totalMinor: moneyOf(expected.total, currency).minor };

const listQuery = z.object({ ...pageQuery, sort: sortQuery(batchSorts) });

export const payoutFileRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const body = z.object({ format: choice("format", fileFormats) });
  const write = { config: ownersOnly, schema: { params: ofOne, body, response: { 200: payFile } } };
  app.post("/payout-batches/:id/files", write, async (request) => {
    const question = { batchId: idFrom("batch", request.params.id), format: request.body.format };
    const merchant = merchantOf(request);
    return presentPayFile(merchant, await writePayFile(merchant, question));
  });

  for (const format of fileFormats)
    app.get(
      `/payout-batches/:id/files/${format}`,
      { config: ownersOnly, schema: { params: ofOne, querystring: ofPart } },
      async (request, reply) => {
        const { part = 1, although_paid: althoughPaid = 0, dated_today: datedToday } = request.query;
        const { name, content } = await readPayFile(merchantOf(request), {
          batchId: idFrom("batch", request.params.id),
          format,
          part,
          althoughPaid,
          datedToday: datedToday === "true",
        });
        return reply
          .type(format === "sepa" ? "application/xml; charset=utf-8" : "text/csv; charset=utf-8")
          .header("content-disposition", `attachment; filename="${name}"`)
          .send(content);
      },
    );
  ready();
};

const partText = z.string().regex(/^[1-9]\d{0,4}$/, { error: "part must be a whole number of at least 1." });
const paidText = z.string().regex(/^\d{1,7}$/, { error: "although_paid must be a whole number." });
const ofPart = z.object({
  part: given(partText.transform(Number)),
  although_paid: given(paidText.transform(Number)),
  dated_today: given(choice("dated_today", ["true", "false"])),
});
