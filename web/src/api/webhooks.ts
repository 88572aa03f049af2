import { queryOptions } from "@tanstack/react-query";
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
import { accountKey, accountPath } from "./account.ts";
import { get, patch, post, remove, type Query } from "./http.ts";

export const endpointsQuery = (accountId: string) =>
  queryOptions({
    queryKey: accountKey(accountId, "webhook-endpoints"),
    queryFn: ({ signal }) =>
      get<EndpointsAnswer>(accountPath(accountId, "webhook-endpoints"), { limit: PAGE_SIZE_MAX }, signal),
  });
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
  queryOptions({
    queryKey: accountKey(accountId, "deliveries", query),
    queryFn: ({ signal }) => get<DeliveriesAnswer>(accountPath(accountId, "deliveries"), query as Query, signal),
  });
export const deliveryQuery = (accountId: string, id: string) =>
  queryOptions({
    queryKey: accountKey(accountId, "delivery", id),
    queryFn: ({ signal }) => get<DeliveryAnswer>(accountPath(accountId, "deliveries", id), {}, signal),
  });
export const resendDelivery = (accountId: string, id: string): Promise<DeliveryQueuedAnswer> =>
  post(accountPath(accountId, "deliveries", id, "resend"));
export const resendFailed = (accountId: string, body: ResendFailedBody): Promise<ResendFailedAnswer> =>
  post(accountPath(accountId, "deliveries", "resend-failed"), body);
