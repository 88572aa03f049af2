import type { FastifyPluginCallbackZod } from "fastify-type-provider-zod";
import { refusedCallSorts } from "tributary-sdk/words";
import { browseRefusedCalls } from "../../usecases/refused-calls/browse-refused-calls.ts";
import { presentRefusedCall, refusedCallRow } from "../wire/refused-call.ts";
import { sortQuery } from "../wire/query.ts";
import { listRoutes } from "./list-and-csv-routes.ts";

export const refusedCallRoutes: FastifyPluginCallbackZod = (app, _options, ready) => {
  listRoutes(app, {
    path: "refused-calls",
    key: "refused_calls",
    query: { sort: sortQuery(refusedCallSorts) },
    filterOf: (query) => query,
    listing: browseRefusedCalls,
    wire: refusedCallRow,
    present: presentRefusedCall,
    columns: [
      "at",
      "method",
      "path",
      "status",
      "code",
      "error",
      "request_id",
      ["key_id", (row) => row.key.id],
      ["key_name", (row) => row.key.name],
    ],
  });
  ready();
};
