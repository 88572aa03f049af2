import { useQueryClient } from "@tanstack/react-query";
import { createContext, use, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";
import { accountKey } from "../../api/account.ts";
import { sendDecisions } from "../../api/conversions.ts";
import { notifyProblem } from "../../ui/notice/notify.ts";
import { beforeSignOut } from "../../session/before-sign-out.ts";
import { useAccount } from "../shared/account.ts";
import { HeldDecisions, type Decision } from "./held-decisions.ts";

const DecisionsContext = createContext<HeldDecisions | undefined>(undefined);

/** Undefined outside a list: there, a decision is sent at once. */
export const useHeldDecisions = (): HeldDecisions | undefined => use(DecisionsContext);

const none: ReadonlyMap<string, Decision> = new Map();
const neverChanges = (): (() => void) => () => undefined;

/** The decisions made on this page, by the conversion's ID. */
export function useDecisions(): ReadonlyMap<string, Decision> {
  const held = useHeldDecisions();
  return useSyncExternalStore(held?.subscribe ?? neverChanges, held?.snapshot ?? (() => none));
}

/** Holds the decisions of the lists in it, and sends them when the page is left, hidden or closed, or on sign-out. */
export function DecisionsProvider({ children }: { children: ReactNode }): ReactNode {
  const { id: accountId } = useAccount();
  const queryClient = useQueryClient();
  const [held] = useState(
    () =>
      new HeldDecisions({
        send: async (decisions) => {
          const failed = await sendDecisions(accountId, decisions);
          void queryClient.invalidateQueries({ queryKey: accountKey(accountId) });
          return failed;
        },
        onFailed: ({ row, action }, error) =>
          notifyProblem(`${row.external_id} was not ${action === "approve" ? "approved" : "rejected"}. ${error}`),
      }),
  );
  useEffect(() => {
    const leave = (): void => void held.flush();
    const onHide = (): void => {
      if (document.visibilityState === "hidden") leave();
    };
    const remove = beforeSignOut(held.flush);
    document.addEventListener("visibilitychange", onHide);
    globalThis.addEventListener("pagehide", leave);
    return () => {
      remove();
      document.removeEventListener("visibilitychange", onHide);
      globalThis.removeEventListener("pagehide", leave);
      leave();
    };
  }, [held]);
  return <DecisionsContext value={held}>{children}</DecisionsContext>;
}
