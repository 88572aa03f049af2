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
  approve: (row) => `Approved. ${row.name} can now earn in ${row.campaign_name}.`,
  reject: (row) => `Rejected. ${row.name} earns nothing in ${row.campaign_name}.`,
  suspend: (row) => `Suspended ${row.name}. Their link still leads to your site but earns nothing.`,
  restore: (row) => `Restored. ${row.name} can earn in ${row.campaign_name} again.`,
  remove: (row) => `Removed ${row.name} from ${row.campaign_name}. Commission earned so far can still be paid.`,
};

/** Actions that stop an affiliate from earning ask for confirmation. */
const questions: Partial<Record<AffiliationAction, (row: Row) => Pick<Question, "title" | "body">>> = {
  reject: (row) => ({
    title: `Reject ${row.name}?`,
    body: `They will not earn in ${row.campaign_name}. You can approve them later.`,
  }),
  suspend: (row) => ({
    title: `Suspend ${row.name}?`,
    body: `New conversions in ${row.campaign_name} are not accepted until you restore them. They keep the commission earned so far.`,
  }),
  remove: (row) => ({
    title: `Remove ${row.name} from ${row.campaign_name}?`,
    body: "They leave the list and stop earning. Existing clicks, conversions and commissions are kept. To bring them back, invite them again.",
  }),
};

/** The actions that the affiliate's status and the member's role allow. */
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
