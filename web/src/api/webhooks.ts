import { PAGE_SIZE_MAX } from "tributary-sdk/limits";
import type {
  CreateEndpointBody,
  DeliveriesResponse,
  DeliveriesQuery,
  DeliveryResponse,
  DeliveryQueuedResponse,
  Done,
  EndpointResponse,
  EndpointsResponse,
  EndpointSecretResponse,
  ResendFailedResponse,
  ResendFailedBody,
  RotateSecretBody,
  UpdateEndpointBody,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { patch, post, remove } from "./http.ts";

export const endpointsQuery = (accountId: string) =>
  accountRead<EndpointsResponse>(accountId, ["webhook-endpoints"], { limit: PAGE_SIZE_MAX });
export const createEndpoint = (accountId: string, body: CreateEndpointBody): Promise<EndpointSecretResponse> =>
  post(accountPath(accountId, "webhook-endpoints"), body);
export const updateEndpoint = (accountId: string, id: string, body: UpdateEndpointBody): Promise<EndpointResponse> =>
  patch(accountPath(accountId, "webhook-endpoints", id), body);
export const deleteEndpoint = (accountId: string, id: string): Promise<Done> =>
  remove(accountPath(accountId, "webhook-endpoints", id));
export const rotateSecret = (accountId: string, id: string, body: RotateSecretBody): Promise<EndpointSecretResponse> =>
  post(accountPath(accountId, "webhook-endpoints", id, "rotate"), body);
export const sendTestEvent = (accountId: string, id: string): Promise<DeliveryQueuedResponse> =>
  post(accountPath(accountId, "webhook-endpoints", id, "test"));

export const deliveriesQuery = (accountId: string, query: DeliveriesQuery) =>
  accountRead<DeliveriesResponse>(accountId, ["deliveries"], query);
export const deliveryQuery = (accountId: string, id: string) =>
  accountRead<DeliveryResponse>(accountId, ["deliveries", id]);
export const resendDelivery = (accountId: string, id: string): Promise<DeliveryQueuedResponse> =>
  post(accountPath(accountId, "deliveries", id, "resend"));
export const resendFailed = (accountId: string, body: ResendFailedBody): Promise<ResendFailedResponse> =>
  post(accountPath(accountId, "deliveries", "resend-failed"), body);
