import { AppError } from "../../domain/errors.ts";
import type { Account, Plan } from "../../domain/person.ts";
import { lockPlan, savePlan } from "../../store/people/accounts.ts";
import { findTwin } from "../../store/test-mode/twins.ts";
import { asOperator } from "../acting.ts";
import { audit } from "../audit/audit.ts";
import type { OperatorContext } from "../context.ts";
import { findAccountByReference } from "./find-account-by-reference.ts";

export async function changePlan(context: OperatorContext, reference: string, plan: Plan): Promise<Account> {
  const account = await findAccountByReference(context, reference);
  if (await findTwin(context.db, account.id))
    throw new AppError("invalid_request", {
      text: "A test account has the plan of its live account. Change that one.",
    });
  await context.db.transaction(async (tx) => {
    const before = await lockPlan(tx, account.id);
    await savePlan(tx, account.id, plan);
    const entry = { subject: account.id, before: { plan: before }, after: { plan } };
    await audit(tx, asOperator(context, account.id), { action: "account.plan_changed", ...entry });
  });
  return { ...account, plan };
}
