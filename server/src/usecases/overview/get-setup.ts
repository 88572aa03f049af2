import { readSetup, type Setup } from "../../store/overview/setup.ts";
import type { MerchantContext } from "../context.ts";

/** The facts behind the checklist that leads a new account to its first tracked conversion. */
export const getSetup = ({ db, accountId }: MerchantContext): Promise<Setup> => readSetup(db, accountId);
