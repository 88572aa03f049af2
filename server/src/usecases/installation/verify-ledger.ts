import { checkLedger, type LedgerCheck } from "../../store/ledger/verify.ts";
import type { OperatorContext } from "../context.ts";

export type { LedgerCheck } from "../../store/ledger/verify.ts";

/** Every count is zero in a healthy installation. Each finding names the first few wrong rows. */
export const verifyLedger = ({ db }: OperatorContext): Promise<LedgerCheck[]> =>
  db.transaction((tx) => checkLedger(tx));
