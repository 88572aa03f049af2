import { useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import type { PersonAnswer } from "tributary-sdk/pages";
import { accountKey } from "../api/account.ts";
import { notifyDone } from "../ui/notify.ts";

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

type Change = <Result>(work: Promise<Result>, say?: (result: Result) => string) => Promise<Result>;

/** Waits for a change, says what happened, and lets everything on the page be read again: a change shows in many places. */
export function useChange(): Change {
  const { id } = useAccount();
  const queryClient = useQueryClient();
  return async (work, say) => {
    try {
      const result = await work;
      if (say) notifyDone(say(result));
      return result;
    } finally {
      // After a refusal too: the page showed something that is so no more.
      void queryClient.invalidateQueries({ queryKey: accountKey(id) });
    }
  };
}
