import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { ImportResponse, ImportResult } from "tributary-sdk/pages";
import type { ImportedLine } from "../../formats/bank-results.ts";
import { AppError } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import { importBankResults, previewBankResults, type TableRows } from "../../usecases/payouts/import-bank-results.ts";
import { acceptCsv, readCsvUpload } from "../request/csv-upload.ts";
import { jsonInPieces } from "../response/json-in-pieces.ts";
import { ofAccount } from "../wire/ids.ts";
import { merchantOf, ownersOnly } from "./require-member.ts";

type Work = (context: MerchantContext, rows: TableRows) => Promise<ImportedLine[]>;

/** The bank's results as a CSV file. */
export const payoutImportRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  acceptCsv(app);
  const running = new Set<AccountId>();
  const run = async (request: FastifyRequest, reply: FastifyReply, work: Work): Promise<FastifyReply> => {
    const context = merchantOf(request);
    const { accountId } = context;
    if (running.has(accountId)) throw new AppError("import_running");
    running.add(accountId);
    try {
      const lines = await work(context, readCsvUpload(request));
      return await reply.type("application/json; charset=utf-8").send(Readable.from(responseOf(lines)));
    } finally {
      running.delete(accountId);
    }
  };
  const route = { config: ownersOnly, schema: { params: ofAccount } };
  app.post("/payout-imports/preview", route, (request, reply) => run(request, reply, previewBankResults));
  app.post("/payout-imports", route, (request, reply) => run(request, reply, importBankResults));
  ready();
};

/** An `ImportResponse` in pieces. */
function responseOf(lines: readonly ImportedLine[]): AsyncGenerator<string, void> {
  const count = (outcome: ImportedLine["outcome"]): number => lines.filter((line) => line.outcome === outcome).length;
  const counts: Omit<ImportResponse, "results"> = {
    changes: count("change"),
    unchanged: count("unchanged"),
    superseded: count("superseded"),
    refused: count("refused"),
  };
  return jsonInPieces(counts, lines, presentLine);
}

function presentLine(imported: ImportedLine): ImportResult {
  const { line, outcome } = imported;
  const about = { line: line.line, payout_id: line.payoutId ?? line.text };
  if (outcome === "refused") return { ...about, outcome, error: imported.error.message, code: imported.error.code };
  if (outcome === "superseded") return { ...about, outcome, by: imported.by };
  if (outcome === "unchanged") return { ...about, outcome, status: line.status };
  return { ...about, outcome, from: imported.change.from, status: line.status };
}
