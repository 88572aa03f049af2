import { PAGE_SIZE_MAX } from "tributary-sdk/limits";
import type {
  CreateEndpointBody,
  DeliveriesAnswer,
  DeliveriesQuery,
  DeliveryAnswer,
  DeliveryQueuedAnswer,
  Done,
  EndpointAnswer,
  EndpointsAnswer,
  EndpointSecretAnswer,
  ResendFailedAnswer,
  ResendFailedBody,
  RotateSecretBody,
  UpdateEndpointBody,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { patch, post, remove } from "./http.ts";

export const endpointsQuery = (accountId: string) =>
  accountRead<EndpointsAnswer>(accountId, ["webhook-endpoints"], { limit: PAGE_SIZE_MAX });
export const createEndpoint = (accountId: string, body: CreateEndpointBody): Promise<EndpointSecretAnswer> =>
  post(accountPath(accountId, "webhook-endpoints"), body);
export const updateEndpoint = (accountId: string, id: string, body: UpdateEndpointBody): Promise<EndpointAnswer> =>
  patch(accountPath(accountId, "webhook-endpoints", id), body);
export const deleteEndpoint = (accountId: string, id: string): Promise<Done> =>
  remove(accountPath(accountId, "webhook-endpoints", id));
export const rotateSecret = (accountId: string, id: string, body: RotateSecretBody): Promise<EndpointSecretAnswer> =>
  post(accountPath(accountId, "webhook-endpoints", id, "rotate"), body);
export const sendTestEvent = (accountId: string, id: string): Promise<DeliveryQueuedAnswer> =>
  post(accountPath(accountId, "webhook-endpoints", id, "test"));

export const deliveriesQuery = (accountId: string, query: DeliveriesQuery) =>
  accountRead<DeliveriesAnswer>(accountId, ["deliveries"], query);
export const deliveryQuery = (accountId: string, id: string) =>
  accountRead<DeliveryAnswer>(accountId, ["deliveries", id]);
export const resendDelivery = (accountId: string, id: string): Promise<DeliveryQueuedAnswer> =>
  post(accountPath(accountId, "deliveries", id, "resend"));
export const resendFailed = (accountId: string, body: ResendFailedBody): Promise<ResendFailedAnswer> =>
  post(accountPath(accountId, "deliveries", "resend-failed"), body);
