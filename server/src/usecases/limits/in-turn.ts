import { AppError } from "../../domain/errors.ts";
import { isDeep, type Page } from "../../store/page.ts";
import type { Turns } from "../../system/turns.ts";
import type { MerchantContext } from "../context.ts";

/** The key for work that all tenants queue for together. */
export const EVERYBODY = "everybody";

/** Waits for a turn before taking a database connection. Fails if too many are waiting, or the wait is too long. */
export const inTurn = <T>(turns: Turns, key: string, work: () => Promise<T>): Promise<T> =>
  turns.run(key, work, () => new AppError("busy"));

/** Deep pages cost more than others, so an account reads only a few of them at a time. */
export const pageInTurn = <T>({ turns, accountId }: MerchantContext, page: Page, read: () => Promise<T>): Promise<T> =>
  isDeep(page) ? inTurn(turns.deepPage, accountId, read) : read();
