import type { AffiliationAction, AffiliationRow } from "tributary-sdk/pages";
import { changeAffiliation } from "../../api/affiliates.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import type { Question } from "../../ui/dialog/question.ts";
import type { RowAction } from "../../ui/table/row-menu.tsx";
import { useAccount, useChange } from "../shared/account.ts";

type Row = AffiliationRow;

const labels: Record<AffiliationAction, string> = {
  approve: "Approve affiliate",
  reject: "Reject affiliate",
  suspend: "Suspend affiliate",
  restore: "Restore affiliate",
  remove: "Remove from campaign",
};

const done: Record<AffiliationAction, (row: Row) => string> = {
  approve: (row) => `Approved. ${row.name}'s link for ${row.campaign_name} is tracked from now on.`,
  reject: (row) => `Rejected. ${row.name} earns nothing in ${row.campaign_name}.`,
  suspend: (row) => `Suspended. ${row.name}'s link still leads to your site, but earns nothing.`,
  restore: (row) => `Restored. ${row.name} earns in ${row.campaign_name} again.`,
  remove: (row) => `Removed ${row.name} from ${row.campaign_name}. What was earned stays payable.`,
};

/** Those that take something away ask first. */
const questions: Partial<Record<AffiliationAction, (row: Row) => Pick<Question, "title" | "body">>> = {
  reject: (row) => ({
    title: `Reject ${row.name}?`,
    body: `They will not earn in ${row.campaign_name}. You can approve them later.`,
  }),
  suspend: (row) => ({
    title: `Suspend ${row.name}?`,
    body: `New conversions in ${row.campaign_name} are refused until you restore them. What was earned stays.`,
  }),
  remove: (row) => ({
    title: `Remove ${row.name} from ${row.campaign_name}?`,
    body: "They leave the list and earn nothing more. Clicks, conversions and commissions so far are kept. A new invitation brings them back.",
  }),
};

/** What can be done with an affiliate in a campaign, by someone with this role. */
export function useAffiliationActions(): (row: Row) => readonly (RowAction & { kind: AffiliationAction })[] {
  const { id: accountId, canManage } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const start = (row: Row, kind: AffiliationAction): Promise<unknown> | void => {
    const run = () => change(changeAffiliation(accountId, row.affiliation_id, kind), () => done[kind](row));
    const question = questions[kind]?.(row);
    return question ? confirm({ ...question, action: labels[kind], dangerous: true, run }) : run();
  };
  return (row) =>
    canManage
      ? row.actions.map((kind) => ({
          kind,
          label: labels[kind],
          dangerous: kind in questions,
          run: () => start(row, kind),
        }))
      : [];
}
