import { queryOptions } from "@tanstack/react-query";
import { get, withQuery, type Query } from "./http.ts";

/** Every path has the account ID in it, so that two tabs on two accounts never mix. */
export const accountPath = (accountId: string, ...parts: string[]): string =>
  ["/api/dashboard", accountId, ...parts]
    .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
    .join("/");

/** Query keys of an account. A change invalidates all of them, because it may show on any page. */
export const accountKey = (accountId: string, ...parts: readonly unknown[]): readonly unknown[] => [
  "account",
  accountId,
  ...parts,
];

/** A query of the account. Path and parameters are its key, so that pages share equal requests. */
export const accountRead = <Answer>(accountId: string, path: readonly string[], query: object = {}) =>
  queryOptions({
    queryKey: accountKey(accountId, ...path, query),
    queryFn: ({ signal }) => get<Answer>(accountPath(accountId, ...path), query as Query, signal),
  });

/** The URL of a list as CSV, with the same filters. */
export const csvHref = (accountId: string, list: string, filter: object): string =>
  withQuery(`${accountPath(accountId)}/${list}.csv`, filter as Query);
