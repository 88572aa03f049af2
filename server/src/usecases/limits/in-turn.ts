import { AppError } from "../../domain/errors.ts";
import { isDeep, type Page } from "../../store/page.ts";
import type { Turns } from "../../system/turns.ts";
import type { MerchantContext } from "../context.ts";

/** The key of work for which all tenants stand in one line. */
export const EVERYBODY = "everybody";

/** Waits for its turn before it takes a database connection. Refuses when too many wait, or for too long. */
export const inTurn = <T>(turns: Turns, key: string, work: () => Promise<T>): Promise<T> =>
  turns.run(key, work, () => new AppError("busy"));

/** Pages far into a list cost more than others: an account reads a few of them at a time. */
export const pageInTurn = <T>({ turns, accountId }: MerchantContext, page: Page, read: () => Promise<T>): Promise<T> =>
  isDeep(page) ? inTurn(turns.deepPage, accountId, read) : read();
