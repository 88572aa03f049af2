import { queryOptions } from "@tanstack/react-query";
import { get, withQuery, type Query } from "./http.ts";

/** Everything of an account lives under its id, so that two tabs on two accounts never mix. */
export const accountPath = (accountId: string, ...parts: string[]): string =>
  ["/api/dashboard", accountId, ...parts]
    .map((part, index) => (index === 0 ? part : encodeURIComponent(part)))
    .join("/");

/** Whatever was read of an account; a change of anything may show anywhere in it. */
export const accountKey = (accountId: string, ...parts: readonly unknown[]): readonly unknown[] => [
  "account",
  accountId,
  ...parts,
];

/** A read of the account. Path and query are its key, so that pages that ask the same share one request. */
export const accountRead = <Answer>(accountId: string, path: readonly string[], query: object = {}) =>
  queryOptions({
    queryKey: accountKey(accountId, ...path, query),
    queryFn: ({ signal }) => get<Answer>(accountPath(accountId, ...path), query as Query, signal),
  });

/** The address of the same list as a file, with the same filters. */
export const csvHref = (accountId: string, list: string, filter: object): string =>
  withQuery(`${accountPath(accountId)}/${list}.csv`, filter as Query);
