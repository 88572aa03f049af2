import { providerNames, receiptStates } from "tributary-sdk/words";
import { offset, oneOf, searchSchema, text } from "../../format/search-params.ts";

export const connectorsSearch = searchSchema({
  tab: oneOf(["connectors", "orders"]),
  search: text,
  offset,
});
export type ConnectorsSearch = ReturnType<typeof connectorsSearch>;

/** `connector`: continues the setup of one that exists. */
export const newConnectorSearch = searchSchema({ provider: oneOf(providerNames), connector: text });
export type NewConnectorSearch = ReturnType<typeof newConnectorSearch>;

export const connectorSearch = searchSchema({
  tab: oneOf(["receipts", "coupons", "mapping", "settings"]),
  state: oneOf(receiptStates),
  offset,
});
export type ConnectorSearch = ReturnType<typeof connectorSearch>;
