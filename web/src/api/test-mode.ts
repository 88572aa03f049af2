import { queryOptions } from "@tanstack/react-query";
import type {
  AdvanceClockBody,
  AdvancedClockResponse,
  CreatedTestAccountResponse,
  CreateTestAccountBody,
  Done,
  PageQuery,
  ResetTestAccountResponse,
  TestAccountsResponse,
  TestClockResponse,
  TestMailsResponse,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { post } from "./http.ts";

const LOOK_MS = 15_000;

/** Polled, because a test run may move the clock meanwhile. */
export const testClockQuery = (accountId: string) =>
  queryOptions({ ...accountRead<TestClockResponse>(accountId, ["test-clock"]), refetchInterval: LOOK_MS });
export const advanceClock = (accountId: string, body: AdvanceClockBody): Promise<AdvancedClockResponse> =>
  post(accountPath(accountId, "test-clock"), body);

export const testAccountsQuery = (accountId: string) => accountRead<TestAccountsResponse>(accountId, ["test-accounts"]);
export const createTestAccount = (
  accountId: string,
  body: CreateTestAccountBody,
): Promise<CreatedTestAccountResponse> => post(accountPath(accountId, "test-accounts"), body);
export const resetTestAccount = (accountId: string): Promise<ResetTestAccountResponse> =>
  post(accountPath(accountId, "test-reset"));

export const testMailsQuery = (accountId: string, query: PageQuery) =>
  accountRead<TestMailsResponse>(accountId, ["test-mails"], query);
export const testMailQuery = (accountId: string, id: string) =>
  accountRead<TestMailsResponse>(accountId, ["test-mails"], { id });

/** Then the test person's pages have a session. */
export const openTestPortal = (accountId: string, affiliateId: string): Promise<Done> =>
  post(accountPath(accountId, "affiliates", affiliateId, "test-portal"));
