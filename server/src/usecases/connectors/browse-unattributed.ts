import { unattributedList } from "../../store/connectors/shop-orders.ts";
import { listing } from "../listing.ts";

export type { ShopOrder } from "../../store/connectors/shop-orders.ts";

/** Orders of connectors that no affiliate has, newest first. */
export const browseUnattributed = listing(unattributedList);
