import type { FastifyInstance, FastifyRequest } from "fastify";
import type { StatementAnswer, StatementsAnswer } from "tributary-sdk/pages";
import { z } from "zod";
import { parseCurrency } from "../domain/currency.ts";
import {
  getSignedStatement,
  getStatement,
  listStatements,
  type ListedMonth,
  type StatementQuestion,
  type StatementReader,
} from "../usecases/statements/get-statement.ts";
import { json } from "./answers.ts";
import { given } from "./dashboard/query.ts";
import { currencyCode, reference } from "./fields.ts";
import { idFrom } from "./ids.ts";

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
  app.get("/statements/:affiliate_id", one, async (request): Promise<StatementAnswer> => {
    const found = await getStatement(readerOf(request), questionOf(request));
    return { affiliate_name: found.affiliateName, merchant_name: found.merchantName, statement: found.statement };
  });

  app.get("/statements/:affiliate_id/file", one, async (request, reply) => {
    const question = questionOf(request);
    const signed = await getSignedStatement(readerOf(request), question);
    const name = `statement-${question.affiliateId}-${question.currency}-${question.month}.json`;
    return reply
      .type("application/json; charset=utf-8")
      .header("content-disposition", `attachment; filename="${name}"`)
      .send(`${JSON.stringify(signed, null, 2)}\n`);
  });
}

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
