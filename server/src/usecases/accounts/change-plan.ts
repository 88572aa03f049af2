import type { Account, Plan } from "../../domain/person.ts";
import { savePlan } from "../../store/accounts.ts";
import type { OperatorContext } from "../context.ts";
import { findAccountByReference } from "./find-account-by-reference.ts";

export async function changePlan(context: OperatorContext, reference: string, plan: Plan): Promise<Account> {
  const account = await findAccountByReference(context, reference);
  await context.db.transaction((tx) => savePlan(tx, account.id, plan));
  return { ...account, plan };
}
