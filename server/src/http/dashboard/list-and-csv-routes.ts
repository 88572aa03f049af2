import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { auditListDownload } from "../../usecases/audit/audit-downloads.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import type { Listing } from "../../usecases/listing.ts";
import { sendCsv, type Columns } from "../response/send-csv.ts";
import { reference } from "../wire/fields.ts";
import { listPagination, paginationOf } from "../wire/pagination.ts";
import { pageQuery } from "../wire/query.ts";
import { merchantOf } from "./require-member.ts";

export interface ListRoute<Query extends z.ZodRawShape, Filter, Row, Wire> {
  /** Relative to the account. */
  readonly path: string;
  readonly config?: Pick<FastifyContextConfig, "role">;
  /** The name of the list in the response. */
  readonly key: string;
  readonly query: Query;
  readonly filterOf: (query: z.output<z.ZodObject<Query>>, request: FastifyRequest) => Filter | Promise<Filter>;
  readonly listing: Listing<Filter, Row>;
  readonly wire: z.ZodType<Wire>;
  readonly present: (row: Row, context: MerchantContext) => Wire;
  readonly columns: Columns<Wire>;
}

/** The list and its CSV come from one description, so the file contains exactly what the filter on the screen shows. */
export function listRoutes<Query extends z.ZodRawShape, Filter, Row, Wire>(
  app: FastifyInstance,
  route: ListRoute<Query, Filter, Row, Wire>,
): void {
  const { config = {} } = route;
  const params = paramsOf(route.path);
  const filters = z.object(route.query);
  const responseBody = z.object({ [route.key]: z.array(route.wire), pagination: listPagination });
  const response = { 200: responseBody };
  const paged = filters.extend(pageQuery);

  app.get(`/${route.path}`, { config, schema: { params, querystring: paged, response } }, async (request) => {
    const context = merchantOf(request);
    const { limit, offset } = request.query as z.output<z.ZodObject<typeof pageQuery>>;
    const filter = await route.filterOf(request.query as z.output<typeof filters>, request);
    const { rows, total } = await route.listing.page(context, filter, { limit, offset });
    return {
      [route.key]: rows.map((row) => route.present(row, context)),
      pagination: paginationOf(total, { limit, offset }),
    };
  });

  // Without HEAD: the framework would read the whole table and then discard it.
  const csv = { config, schema: { params, querystring: filters }, exposeHeadRoute: false };
  app.get(`/${route.path}.csv`, csv, async (request, reply) => {
    const context = merchantOf(request);
    const filter = await route.filterOf(request.query as z.output<typeof filters>, request);
    const batches = presented(route, context, filter);
    return sendCsv(reply, { name: nameOf(route.key), columns: route.columns, batches });
  });
}

const nameOf = (key: string): string => key.replaceAll("_", "-");

const paramsOf = (path: string) => {
  const names = [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []);
  return z.object(Object.fromEntries(["account_id", ...names].map((name) => [name, reference(name)])));
};

async function* presented<Query extends z.ZodRawShape, Filter, Row, Wire>(
  { key, listing, present }: ListRoute<Query, Filter, Row, Wire>,
  context: MerchantContext,
  filter: Filter,
): AsyncGenerator<Wire[], void> {
  let isAudited = false;
  for await (const rows of listing.batches(context, filter)) {
    // After the first read, which rejects members who may not see the list.
    if (!isAudited) await auditListDownload(context, `${nameOf(key)}.csv`);
    isAudited = true;
    yield rows.map((row) => present(row, context));
  }
}
