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
  /** Of a test account; null in a live one. */
  readonly test: { readonly now: string; readonly live: LiveAccount } | null;
}
type LiveAccount = PersonResponse["accounts"][number];

export const AccountContext = createContext<AccountView | undefined>(undefined);

/** The account in the page's URL. */
export function useAccount(): AccountView {
  const account = use(AccountContext);
  if (!account) throw new Error("useAccount needs an AccountContext.");
  return account;
}

/** A live account or a test account, whose members are those of its live account. */
export function findAccount({ accounts }: PersonResponse, id: string): AccountView | undefined {
  for (const live of accounts) {
    const { role, plan } = live;
    const rights = { role, plan, canManage: role !== "viewer", isOwner: role === "owner" };
    if (live.id === id) return { id, name: live.name, ...rights, test: null };
    const twin = live.test_accounts.find((each) => each.id === id);
    if (twin) return { id, name: twin.name, ...rights, test: { now: twin.now, live } };
  }
  return undefined;
}

/** Refetches all queries of the account after a change. */
export const useChange = (): Change => useChangeOf(accountKey(useAccount().id));
