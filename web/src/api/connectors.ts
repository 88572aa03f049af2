import { PAGE_SIZE_MAX } from "tributary-sdk/limits";
import type {
  ConnectorPulseResponse,
  ConnectorResponse,
  ConnectorSecretResponse,
  ConnectorsResponse,
  CouponNamesBody,
  CouponNamesResponse,
  CreateConnectorBody,
  Done,
  PageQuery,
  ReceiptsQuery,
  ReceiptsResponse,
  SetSecretBody,
  UnattributedOrdersResponse,
  UpdateConnectorBody,
} from "tributary-sdk/pages";
import type { ReceiptState } from "tributary-sdk/words";
import { accountPath, accountRead } from "./account.ts";
import { patch, post, remove } from "./http.ts";

/** All of them: an account has at most twenty. */
export const connectorsQuery = (accountId: string) =>
  accountRead<ConnectorsResponse>(accountId, ["connectors"], { limit: PAGE_SIZE_MAX });
export const connectorQuery = (accountId: string, id: string) =>
  accountRead<ConnectorResponse>(accountId, ["connectors", id]);
/** Not under the account's key: it triggers refetches of those queries and must not be refetched with them. */
export const connectorPulseQuery = (accountId: string, id: string) => ({
  ...accountRead<ConnectorPulseResponse>(accountId, ["connectors", id, "pulse"]),
  queryKey: ["pulse", accountId, id],
});
export const createConnector = (accountId: string, body: CreateConnectorBody): Promise<ConnectorSecretResponse> =>
  post(accountPath(accountId, "connectors"), body);
export const updateConnector = (accountId: string, id: string, body: UpdateConnectorBody): Promise<ConnectorResponse> =>
  patch(accountPath(accountId, "connectors", id), body);
export const deleteConnector = (accountId: string, id: string): Promise<Done> =>
  remove(accountPath(accountId, "connectors", id));
export const setConnectorSecret = (accountId: string, id: string, body: SetSecretBody): Promise<ConnectorResponse> =>
  post(accountPath(accountId, "connectors", id, "secret"), body);
export const rotateConnectorSecret = (accountId: string, id: string): Promise<ConnectorSecretResponse> =>
  post(accountPath(accountId, "connectors", id, "rotate"));
export const pasteCouponNames = (accountId: string, id: string, body: CouponNamesBody): Promise<CouponNamesResponse> =>
  post(accountPath(accountId, "connectors", id, "coupon-names"), body);

export const receiptsQuery = (accountId: string, id: string, query: ReceiptsQuery) =>
  accountRead<ReceiptsResponse>(accountId, ["connectors", id, "receipts"], query);
export const runReceipt = (accountId: string, id: string, receiptId: string): Promise<Done> =>
  post(accountPath(accountId, "connectors", id, "receipts", receiptId, "run"));
export const runReceipts = (accountId: string, id: string, state: RunState): Promise<{ receipts: number }> =>
  post(accountPath(accountId, "connectors", id, "receipts", "run"), { state });
export type RunState = Exclude<ReceiptState, "waiting">;

export const unattributedOrdersQuery = (accountId: string, query: PageQuery & { search?: string }) =>
  accountRead<UnattributedOrdersResponse>(accountId, ["unattributed-orders"], query);
