import { checkBooks, type BookCheck } from "../../store/ledger/verify.ts";
import type { OperatorContext } from "../context.ts";

export type { BookCheck } from "../../store/ledger/verify.ts";

/** Every count is zero in a healthy installation. Each finding names the first few wrong rows. */
export const verifyBooks = ({ db }: OperatorContext): Promise<BookCheck[]> => db.transaction((tx) => checkBooks(tx));
