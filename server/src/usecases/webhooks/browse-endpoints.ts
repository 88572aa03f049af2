import type { Endpoint } from "../../domain/endpoint.ts";
import { exactly } from "../../store/page.ts";
import type { Listing } from "../listing.ts";
import { listEndpoints } from "./list-endpoints.ts";

/** An account has only a few endpoints, so they are all read and paged in memory. */
export const browseEndpoints: Listing<object, Endpoint> = {
  async page(context, _filter, { limit, offset }) {
    const all = await listEndpoints(context);
    return { rows: all.slice(offset, offset + limit), total: exactly(all.length) };
  },
  async *batches(context) {
    yield await listEndpoints(context);
  },
};
