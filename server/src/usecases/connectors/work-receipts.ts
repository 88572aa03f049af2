import { ReceiptProblem } from "../../connectors/shared/provider.ts";
import { noOutcome, type Worked } from "../../domain/connectors/receipt.ts";
import { AppError } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import type { Db } from "../../db/database.ts";
import { RECEIPTS_CHANNEL } from "../../store/connectors/inbox.ts";
import {
  countDue,
  findDueReceipt,
  listDueAccounts,
  lockReceiptsOf,
  saveWorked,
  type DueReceipt,
} from "../../store/connectors/receipts.ts";
import { findTestTime } from "../../store/test-mode/clocks.ts";
import { asSystem } from "../acting.ts";
import { inTwin } from "../twins/in-twin.ts";
import type { MerchantContext, Services } from "../context.ts";
import { workReceipt } from "./work-receipt.ts";

export interface ReceiptWork {
  readonly services: Services;
  /** Holds the locks of accounts, on connections that do nothing else meanwhile. */
  readonly locks: Db;
  readonly isDatabaseUnavailable: (error: unknown) => boolean;
  readonly isStopping: () => boolean;
  /** A receipt failed for a reason that is not the shop's. */
  readonly onBug: (error: unknown) => void;
}

/** After this many, other accounts get their turn. */
const AT_A_TIME = 20;
const LISTED_ACCOUNTS = 50;
const COUNTED_MAX = 100_000;

/** Accounts with receipts to work on, from the one after `after`, then from the start. */
export async function dueAccounts({ db, clock }: Services, after: AccountId | undefined): Promise<AccountId[]> {
  const now = clock.now();
  const next = await listDueAccounts(db, { now, after, limit: LISTED_ACCOUNTS });
  if (after === undefined || next.length === LISTED_ACCOUNTS) return next;
  return [...next, ...(await listDueAccounts(db, { now, after: undefined, limit: LISTED_ACCOUNTS }))];
}

/**
 * Works through an account's receipts one at a time, and stops after some of them. `taken`: another process does.
 * Nothing is marked as done before it is done, so a process that dies leaves the receipt to the next one.
 */
export async function workReceiptsOf(work: ReceiptWork, accountId: AccountId): Promise<"worked" | "taken"> {
  const { services, locks } = work;
  return locks.transaction(async (tx) => {
    if (!(await lockReceiptsOf(tx, accountId))) return "taken";
    const now = await findTestTime(services.db, accountId);
    // They wait until the clock stands again.
    if (now === "moving") return "taken";
    const context = asSystem(now === undefined ? services : inTwin(services, accountId, now), accountId);
    for (let number = 0; number < AT_A_TIME && !work.isStopping(); number += 1) {
      const receipt = await findDueReceipt(services.db, accountId, services.clock.now());
      if (!receipt) break;
      const worked = await tried(work, context, receipt);
      const at = services.clock.now();
      await services.db.transaction((saving) => saveWorked(saving, { accountId, id: receipt.id }, { worked, at }));
    }
    return "worked";
  });
}

const OUR_FAULT =
  "Something went wrong on our side. Run it again, or ask the operator of this server to check the log.";

async function tried(work: ReceiptWork, context: MerchantContext, receipt: DueReceipt): Promise<Worked> {
  const failed = (problem: string): Worked => ({ state: "failed", outcome: { ...noOutcome, problem } });
  try {
    return await workReceipt(context, receipt);
  } catch (error) {
    if (error instanceof ReceiptProblem) return failed(error.message);
    // It stays waiting, and is tried again once the database is back or less busy.
    const isTemporary = error instanceof AppError ? error.kind === "unavailable" : work.isDatabaseUnavailable(error);
    if (isTemporary) throw error;
    if (error instanceof AppError) return failed(error.message);
    work.onBug(error);
    return failed(OUR_FAULT);
  }
}

/** Calls back when a receipt may be waiting. */
export const listenForReceipts = ({ db }: Pick<Services, "db">, onNotice: () => void): ReturnType<Db["listen"]> =>
  db.listen(RECEIPTS_CHANNEL, onNotice);

/** How many receipts wait to be worked on, in all accounts. */
export const countWaitingReceipts = ({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> =>
  countDue(db, clock.now(), COUNTED_MAX);
