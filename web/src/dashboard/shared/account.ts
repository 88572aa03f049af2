import { createContext, use } from "react";
import type { PersonResponse } from "tributary-sdk/pages";
import { accountKey } from "../../api/account.ts";
import { useChangeOf, type Change } from "../../ui/notice/change.ts";

export interface AccountView {
  readonly id: string;
  readonly name: string;
  readonly role: PersonResponse["accounts"][number]["role"];
  readonly plan: PersonResponse["accounts"][number]["plan"];
  /** Can change campaigns, affiliates and conversions. */
  readonly canManage: boolean;
  /** Can also see API keys and secrets, and create payouts. */
  readonly isOwner: boolean;
}

export const AccountContext = createContext<AccountView | undefined>(undefined);

/** The account in the page's URL. */
export function useAccount(): AccountView {
  const account = use(AccountContext);
  if (!account) throw new Error("useAccount needs an AccountContext.");
  return account;
}

export const accountViewOf = (account: PersonResponse["accounts"][number]): AccountView => ({
  ...account,
  canManage: account.role !== "viewer",
  isOwner: account.role === "owner",
});

/** Refetches all queries of the account after a change. */
export const useChange = (): Change => useChangeOf(accountKey(useAccount().id));
