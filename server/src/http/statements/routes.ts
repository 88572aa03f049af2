import { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SignedStatement, StatementAnswer, StatementsAnswer } from "tributary-sdk/pages";
import { z } from "zod";
import { parseCurrency } from "../../domain/currency.ts";
import { listStatements, type ListedMonth } from "../../usecases/statements/list-statements.ts";
import {
  openSignedStatement,
  openStatement,
  type StatementQuestion,
} from "../../usecases/statements/open-statement.ts";
import type { StatementReader } from "../../usecases/statements/statement-reader.ts";
import { json } from "../response/responses.ts";
import { given } from "../wire/query.ts";
import { currencyCode, reference } from "../wire/fields.ts";
import { idFrom } from "../wire/ids.ts";
import { compactText, indentedText } from "./text.ts";

const months: z.ZodType<StatementsAnswer> = z.object({
  statements: z.array(
    z.object({
      affiliate_id: z.string(),
      currency: z.string(),
      month: z.string(),
      complete: z.boolean(),
      lines: z.number(),
    }),
  ),
});
const oneQuery = z.object({ currency: given(reference("currency")), month: given(reference("month")) });
const listQuery = z.object({ affiliate_id: reference("affiliate_id"), currency: given(currencyCode("currency")) });

/** The same for both sides; who asks decides whose they may see. */
export function statementRoutes(app: FastifyInstance, readerOf: (request: FastifyRequest) => StatementReader): void {
  const response = { 200: json("The months that have lines, newest first.", months) };
  app.get("/statements", { schema: { querystring: listQuery, response } }, async (request) => {
    const { affiliate_id: affiliate, currency } = request.query as z.output<typeof listQuery>;
    const found = await listStatements(readerOf(request), { affiliateId: idFrom("affiliate", affiliate), currency });
    return { statements: found.map(presentMonth) };
  });

  // Without a schema of the answer: a statement leaves exactly as it was sealed and signed.
  const one = { schema: { params: z.object({ affiliate_id: reference("affiliate_id") }), querystring: oneQuery } };
  app.get("/statements/:affiliate_id", one, async (request, reply) => {
    const { affiliateName, merchantName, frame, pages } = await openStatement(readerOf(request), questionOf(request));
    const document: StatementAnswer = { affiliate_name: affiliateName, merchant_name: merchantName, statement: frame };
    return reply.type(JSON_TYPE).send(Readable.from(compactText(document, pages)));
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
}

const JSON_TYPE = "application/json; charset=utf-8";

function questionOf(request: FastifyRequest): StatementQuestion {
  const { affiliate_id: affiliate } = request.params as { affiliate_id: string };
  const { currency, month = "" } = request.query as z.output<typeof oneQuery>;
  return { affiliateId: idFrom("affiliate", affiliate), currency: parseCurrency(currency ?? ""), month };
}

const presentMonth = ({ affiliateId, currency, month, complete, lines }: ListedMonth) => ({
  affiliate_id: affiliateId,
  currency,
  month: month.slice(0, 7),
  complete,
  lines,
});
