import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import type { SignedStatement, StatementResponse } from "tributary-sdk/pages";
import { z } from "zod";
import { parseCurrency } from "../../domain/values/currency.ts";
import { listStatements } from "../../usecases/statements/list-statements.ts";
import {
  openSignedStatement,
  openStatement,
  type StatementQuestion,
} from "../../usecases/statements/open-statement.ts";
import { referencesOf } from "../../usecases/statements/statement-references.ts";
import type { StatementReader } from "../../usecases/statements/statement-reader.ts";
import { currencyCode, reference } from "../wire/fields.ts";
import { presentMerchantBrand } from "../wire/branding.ts";
import { idFrom } from "../wire/ids.ts";
import { given } from "../wire/query.ts";
import { presentMonth, statements } from "../wire/statement.ts";
import { indentedText, pageText } from "./text.ts";

const oneQuery = z.object({ currency: given(reference("currency")), month: given(reference("month")) });
const listQuery = z.object({ affiliate_id: reference("affiliate_id"), currency: given(currencyCode("currency")) });

/** Shared by dashboard and portal. The reader decides whose statements are visible. */
export const statementRoutes =
  (readerOf: (request: FastifyRequest) => StatementReader): FastifyPluginCallbackZod =>
  (app, _options, ready) => {
    app.get("/statements", { schema: { querystring: listQuery, response: { 200: statements } } }, async (request) => {
      const { affiliate_id: affiliate, currency } = request.query as z.output<typeof listQuery>;
      const found = await listStatements(readerOf(request), { affiliateId: idFrom("affiliate", affiliate), currency });
      return { statements: found.map(presentMonth) };
    });

    // Without a response schema: a statement is sent exactly as it was sealed and signed.
    const one = { schema: { params: z.object({ affiliate_id: reference("affiliate_id") }), querystring: oneQuery } };
    app.get("/statements/:affiliate_id", one, async (request, reply) => {
      const reader = readerOf(request);
      const opened = await openStatement(reader, questionOf(request));
      const document: Omit<StatementResponse, "references"> = {
        affiliate_name: opened.affiliateName,
        merchant_name: opened.merchantName,
        brand: presentMerchantBrand(opened.branding),
        statement: opened.frame,
      };
      return reply.type(JSON_TYPE).send(Readable.from(pageText(document, opened.pages, referencesOf(reader, opened))));
    });

    app.get("/statements/:affiliate_id/file", one, async (request, reply) => {
      const question = questionOf(request);
      const { frame, pages, signature, publicKey } = await openSignedStatement(readerOf(request), question);
      const document: SignedStatement = { statement: frame, signature, public_key: publicKey };
      const name = `statement-${question.affiliateId}-${question.currency}-${question.month}.json`;
      return reply
        .type(JSON_TYPE)
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(Readable.from(indentedText(document, pages)));
    });
    ready();
  };

const JSON_TYPE = "application/json; charset=utf-8";

function questionOf(request: FastifyRequest): StatementQuestion {
  const { affiliate_id: affiliate } = request.params as { affiliate_id: string };
  const { currency, month = "" } = request.query as z.output<typeof oneQuery>;
  return { affiliateId: idFrom("affiliate", affiliate), currency: parseCurrency(currency ?? ""), month };
}
