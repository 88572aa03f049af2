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
import { listQueuedAccounts } from "../../store/connectors/order-queue.ts";
import { findTestTime } from "../../store/test-mode/clocks.ts";
import { asSystem } from "../acting.ts";
import { inTwin } from "../twins/in-twin.ts";
import type { MerchantContext, Services } from "../context.ts";
import { workQueueOf } from "./work-queue.ts";
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
  const limit = LISTED_ACCOUNTS;
  const from = async (start: AccountId | undefined): Promise<AccountId[]> => {
    const due = await listDueAccounts(db, { now, after: start, limit });
    const queued = await listQueuedAccounts(db, { now, after: start, limit });
    return queued.length === 0 ? due : [...new Set([...due, ...queued])].toSorted();
  };
  const next = await from(after);
  return after === undefined || next.length >= limit ? next : [...next, ...(await from(undefined))];
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
    if (now === "moving" || now === "resetting") return "taken";
    const context = asSystem(now === undefined ? services : inTwin(services, accountId, now), accountId);
    for (let number = 0; number < AT_A_TIME && !work.isStopping(); number += 1) {
      const receipt = await findDueReceipt(services.db, accountId, services.clock.now());
      if (!receipt) break;
      const worked = await tried(work, context, receipt);
      const at = services.clock.now();
      await services.db.transaction((saving) => saveWorked(saving, { accountId, id: receipt.id }, { worked, at }));
    }
    await workQueueOf(context, { ...work, most: AT_A_TIME, isTemporary: (error) => isTemporary(work, error) });
    return "worked";
  });
}

const OUR_FAULT = "Tributary failed to process this event. Run it again, or ask your administrator to check the log.";

async function tried(work: ReceiptWork, context: MerchantContext, receipt: DueReceipt): Promise<Worked> {
  const failed = (problem: string): Worked => ({ state: "failed", outcome: { ...noOutcome, problem } });
  try {
    return await workReceipt(context, receipt);
  } catch (error) {
    if (error instanceof ReceiptProblem) return failed(error.message);
    // If the database is unavailable, nothing can be saved, and it stays as it is.
    if (isTemporary(work, error)) return later(work, receipt, failed(TOO_SLOW));
    if (error instanceof AppError) return failed(error.message);
    work.onBug(error);
    return failed(OUR_FAULT);
  }
}

const isTemporary = ({ isDatabaseUnavailable }: ReceiptWork, error: unknown): boolean =>
  error instanceof AppError ? error.kind === "unavailable" : isDatabaseUnavailable(error);

const TOO_SLOW = "The database could not process this event in time. Run it again.";
const TRIES_MAX = 10;
const FIRST_PAUSE_MS = 2_000;

/** Lets the account's other receipts pass, and gives up at last, so that somebody sees it. */
function later({ services }: ReceiptWork, { attempts }: DueReceipt, givenUp: Worked): Worked {
  if (attempts + 1 >= TRIES_MAX) return givenUp;
  const dueAt = new Date(services.clock.now().getTime() + FIRST_PAUSE_MS * 2 ** attempts);
  return { state: "waiting", outcome: noOutcome, dueAt };
}

/** Calls back when a receipt may be waiting. */
export const listenForReceipts = ({ db }: Pick<Services, "db">, onNotice: () => void): ReturnType<Db["listen"]> =>
  db.listen(RECEIPTS_CHANNEL, onNotice);

/** How many receipts wait to be worked on, in all accounts. */
export const countWaitingReceipts = ({ db, clock }: Pick<Services, "db" | "clock">): Promise<number> =>
  countDue(db, clock.now(), COUNTED_MAX);
