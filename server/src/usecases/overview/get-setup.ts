import { readSetup, type Setup } from "../../store/overview/setup.ts";
import type { MerchantContext } from "../context.ts";

/** Data for the checklist that guides a new account to its first tracked conversion. */
export const getSetup = ({ db, accountId }: MerchantContext): Promise<Setup> => readSetup(db, accountId);
