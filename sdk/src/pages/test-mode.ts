import type { ListPagination } from "./lists.ts";

/** A test account, with the time of its clock. */
export interface TestAccountTime {
  id: string;
  name: string;
  now: string;
}

/** GET test-accounts: those of the live account, oldest first. Works in the live account and in each of them. */
export interface TestAccountsResponse {
  test_accounts: (TestAccountTime & {
    /** In real time. */
    created_at: string;
  })[];
  /** How many an account can have. */
  limit: number;
}
/** POST test-accounts. Owners only. 400 `too_many_test_accounts`, `test_account_name_taken`. */
export interface CreateTestAccountBody {
  /** 1 to 120 characters. Default: a numbered name. */
  name?: string;
}
export interface CreatedTestAccountResponse {
  test_account: TestAccountTime;
}

/** What the passing of time causes. */
export type DueWork = "approvals" | "batches" | "bonuses" | "retries";

/** GET test-clock. Like the routes below, 400 `test_mode_only` in a live account. */
export interface TestClockResponse {
  clock: {
    now: string;
    /** When something is due next; null if nothing is. */
    next: { at: string; work: DueWork[] } | null;
  };
}
/** POST test-clock. Owners only. 400 `clock_only_forward`, `clock_too_far`, `too_many_steps`. */
export interface AdvanceClockBody {
  /** An ISO 8601 duration, such as P7D. */
  advance?: string;
  /** The time to move to, instead of advance. */
  to?: string;
}
export interface AdvancedClockResponse {
  clock: {
    now: string;
    /** The number of times at which work was due. */
    steps: number;
    /** The events that happened on the way, by type. */
    events: { type: string; count: number }[];
  };
}
/** POST test-reset. Owners only. Deletes everything in the test account except its keys. */
export interface ResetTestAccountResponse {
  clock: { now: string };
}

/**
 * GET test-mails (PageQuery, and `id` for one of them): the newest 1,000 emails of the test account. Managers and
 * owners. It has no CSV.
 */
export interface TestMailsResponse {
  test_mails: TestMailRow[];
  pagination: ListPagination;
}
export interface TestMailRow {
  id: string;
  to: string;
  subject: string;
  text: string;
  /** In test time. */
  created_at: string;
}
