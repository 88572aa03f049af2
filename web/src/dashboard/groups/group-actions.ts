import type { GroupRow } from "tributary-sdk/pages";
import { deleteGroup, updateGroup } from "../../api/plans.ts";
import { countText } from "../../format/numbers.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import type { RowAction } from "../../ui/table/row-menu.tsx";
import { useAccount, useChange } from "../shared/account.ts";

/** What managers can do with a group. */
export function useGroupActions(
  campaignId: string,
): (group: GroupRow, onRename: (() => void) | undefined) => readonly RowAction[] {
  const { id: accountId } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  return ({ id: groupId, name, plan, affiliates }, onRename) => {
    const group = { campaignId, groupId };
    const who = affiliates === 1 ? "Its affiliate falls" : `Its ${countText(affiliates, "affiliate")} fall`;
    const fallBack = affiliates === 0 ? "It has no affiliates." : `${who} back to the campaign's plan.`;
    const removePlan: RowAction = {
      label: "Remove plan",
      run: () =>
        confirm({
          title: `Remove the plan of ${name}?`,
          body: fallBack,
          action: "Remove plan",
          run: () =>
            change(updateGroup(accountId, group, { plan: null }), () => `${name} follows the campaign's plan.`),
        }),
    };
    const remove: RowAction = {
      label: "Delete group",
      dangerous: true,
      run: () =>
        confirm({
          title: `Delete ${name}?`,
          body: `${fallBack} Recorded conversions keep their commission.`,
          action: "Delete group",
          dangerous: true,
          run: () => change(deleteGroup(accountId, group), () => `Deleted ${name}.`),
        }),
    };
    return [...(plan ? [removePlan] : []), ...(onRename ? [{ label: "Rename group", run: onRename }] : []), remove];
  };
}
