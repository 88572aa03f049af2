import { AppError } from "../../domain/errors.ts";
import { parseId } from "../../domain/ids.ts";
import type { Account } from "../../domain/person.ts";
import { findAccount, findAccountsOwnedBy } from "../../store/people/accounts.ts";
import type { OperatorContext } from "../context.ts";

/** Operators identify an account by its owner's email address, or by its ID if that person owns several. */
export async function findAccountByReference({ db }: OperatorContext, reference: string): Promise<Account> {
  const id = parseId("account", reference);
  if (id) {
    const account = await findAccount(db, id);
    if (account) return account;
  }
  const [account, ...others] = await findAccountsOwnedBy(db, reference);
  if (!account) throw new AppError("account_not_found");
  if (others.length > 0) throw new AppError("account_ambiguous");
  return account;
}
