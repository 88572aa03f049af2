import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { BatchPreviewAnswer, FileAnswer } from "tributary-sdk/pages";
import { z } from "zod";
import type { Currency } from "../../domain/currency.ts";
import { majorOf, moneyOf } from "../../domain/money.ts";
import { fileFormats } from "../../domain/payout.ts";
import { countPayouts } from "../../domain/payout-tally.ts";
import type { Batch } from "../../domain/payout.ts";
import { browseBatches, getBatch, type DescribedFile } from "../../usecases/payouts/browse-batches.ts";
import { createBatch, previewPayouts } from "../../usecases/payouts/create-batch.ts";
import { fileName, readPayFile, writePayFile } from "../../usecases/payouts/pay-file.ts";
import { json } from "../response/responses.ts";
import { amount, choice, currencyCode, optional } from "../wire/fields.ts";
import { idFrom } from "../wire/ids.ts";
import { listPagination } from "../portal/schemas.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";
import { pagination } from "../v1/schemas.ts";
import { presentBatch, presentPreviewRow } from "./money-present.ts";
import { batchRow, previewRow } from "./money-schemas.ts";
import { given, instant, pageQuery } from "../wire/query.ts";
import { ofAccount, ofOne } from "./schemas.ts";

const MINIMUM_MAX = 1_000_000_000;
const minimum = amount("minimum", MINIMUM_MAX);
const minimumText = z.preprocess((value) => (value === undefined ? value : Number(value)), minimum);

const previewAnswer: z.ZodType<BatchPreviewAnswer> = z.object({
  currency: z.string(),
  minimum: z.number(),
  as_of: z.string(),
  total: z.number(),
  payouts: z.number(),
  conversions: z.number(),
  skipped: z.number(),
  rows: z.array(previewRow),
  pagination,
});
const createBody = z.object({
  currency: currencyCode("currency"),
  minimum: optional(minimum),
  as_of: optional(instant("as_of")),
  expected: optional(z.object({ total: amount("expected.total", Number.MAX_SAFE_INTEGER), payouts: z.int() })),
});
const batchAnswer = { 200: json("The batch.", z.object({ batch: batchRow })) };

export const payoutBatchRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const previewQuery = z.object({ ...pageQuery, currency: currencyCode("currency"), minimum: given(minimumText) });
  const previewed = { 200: json("What a batch would pay, and whom it would skip.", previewAnswer) };
  const preview = { schema: { params: ofAccount, querystring: previewQuery, response: previewed } };
  app.get("/payout-batches/preview", preview, async (request) => {
    const context = merchantOf(request);
    const { currency, minimum: least = 0, limit, offset } = request.query;
    const terms = { currency, minimumMinor: moneyOf(least, currency).minor, asOf: context.clock.now() };
    const { summary, rows } = await previewPayouts(context, terms, { limit, offset });
    return {
      currency,
      minimum: least,
      as_of: terms.asOf.toISOString(),
      total: majorOf({ minor: summary.totalMinor, currency }),
      payouts: summary.payouts,
      conversions: summary.conversions,
      skipped: summary.skipped,
      rows: rows.map((row) => presentPreviewRow(row, currency)),
      pagination: { limit, offset, total: summary.payouts + summary.skipped },
    };
  });

  const create = { config: ownersOnly, schema: { params: ofAccount, body: createBody, response: batchAnswer } };
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

  const listAnswer = z.object({ batches: z.array(batchRow), pagination: listPagination });
  const list = { 200: json("Newest first.", listAnswer) };
  const listed = { schema: { params: ofAccount, querystring: z.object(pageQuery), response: list } };
  app.get("/payout-batches", listed, async (request) => {
    const { limit, offset } = request.query;
    const { rows, total } = await browseBatches(merchantOf(request), { limit, offset });
    const atLeast = total.atLeast ? { total_is_at_least: true } : {};
    return { batches: rows.map(presentBatch), pagination: { limit, offset, total: total.count, ...atLeast } };
  });

  app.get("/payout-batches/:id", { schema: { params: ofOne, response: batchAnswer } }, async (request) => ({
    batch: presentBatch(await getBatch(merchantOf(request), idFrom("batch", request.params.id))),
  }));
  ready();
};

const expectedOf = (expected: { total: number; payouts: number } | undefined, currency: Currency) =>
  expected && { payouts: expected.payouts, totalMinor: moneyOf(expected.total, currency).minor };

const fileAnswer: z.ZodType<FileAnswer> = z.object({
  file: z.object({
    format: z.enum(fileFormats),
    name: z.string(),
    payouts: z.number(),
    total: z.number(),
    written_at: z.string(),
    paths: z.array(z.string()),
  }),
});

export const payoutFileRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  const body = z.object({ format: choice("format", fileFormats) });
  const written = { 200: json("The file is written; its content is at its paths.", fileAnswer) };
  const write = { config: ownersOnly, schema: { params: ofOne, body, response: written } };
  app.post("/payout-batches/:id/files", write, async (request) => {
    const question = { batchId: idFrom("batch", request.params.id), format: request.body.format };
    return presentFile(await writePayFile(merchantOf(request), question));
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

function presentFile({ batch, file }: { batch: Batch; file: DescribedFile }): FileAnswer {
  const totalMinor = file.parts.reduce((sum, part) => sum + part.totalMinor, 0n);
  const path = `/api/dashboard/${batch.accountId}/payout-batches/${batch.id}/files/${file.format}`;
  return {
    file: {
      format: file.format,
      name: fileName(file, file.parts.length),
      payouts: countPayouts(file.parts),
      total: majorOf({ minor: totalMinor, currency: batch.currency }),
      written_at: file.writtenAt.toISOString(),
      paths: file.parts.map((_, index) => (index === 0 ? path : `${path}?part=${index + 1}`)),
    },
  };
}
