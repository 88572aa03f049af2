import { listAccountsWithOwners, type AccountWithOwners } from "../../store/people/accounts.ts";
import type { OperatorContext } from "../context.ts";

export function listAccounts({ db }: OperatorContext): Promise<AccountWithOwners[]> {
  return listAccountsWithOwners(db);
}
