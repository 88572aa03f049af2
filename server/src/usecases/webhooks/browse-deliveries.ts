import type { Delivery } from "../../domain/delivery.ts";
import { uuidOf, type EndpointId } from "../../domain/ids.ts";
import type { DeliveryFilter } from "../../store/webhooks/deliveries.ts";
import { exactly } from "../../store/page.ts";
import { listing, type Listing } from "../listing.ts";
import { countDeliveries, listDeliveries } from "./list-deliveries.ts";

/** null: the given endpoint ID is malformed, so nothing matches. */
type BrowseFilter = Omit<DeliveryFilter, "endpointId"> & { readonly endpointId?: EndpointId | null | undefined };

export const browseDeliveries: Listing<BrowseFilter, Delivery> = listing({
  read: async (_db, context, { filter: { endpointId, ...filter }, slice }) =>
    endpointId === null ? [] : listDeliveries(context, { ...filter, endpointId, slice }),
  count: async (_db, context, { endpointId, ...filter }) =>
    endpointId === null ? exactly(0) : countDeliveries(context, { ...filter, endpointId }),
  position: ({ createdAt, id }) => ({ at: createdAt, uuid: uuidOf(id) }),
});
