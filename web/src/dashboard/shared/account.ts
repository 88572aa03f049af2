import { createContext, use } from "react";
import type { PersonAnswer } from "tributary-sdk/pages";
import { accountKey } from "../../api/account.ts";
import { useChangeOf, type Change } from "../../ui/notice/change.ts";

export interface AccountView {
  readonly id: string;
  readonly name: string;
  readonly role: PersonAnswer["accounts"][number]["role"];
  readonly plan: PersonAnswer["accounts"][number]["plan"];
  /** May change campaigns, affiliates and conversions. */
  readonly canManage: boolean;
  /** May also hold keys and secrets. */
  readonly isOwner: boolean;
}

export const AccountContext = createContext<AccountView | undefined>(undefined);

/** The account that the page's address names. */
export function useAccount(): AccountView {
  const account = use(AccountContext);
  if (!account) throw new Error("There is no account around this.");
  return account;
}

export const accountViewOf = (account: PersonAnswer["accounts"][number]): AccountView => ({
  ...account,
  canManage: account.role !== "viewer",
  isOwner: account.role === "owner",
});

/** Refetches everything of the account after a change. */
export const useChange = (): Change => useChangeOf(accountKey(useAccount().id));
