import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { CampaignPlanResponse, GroupRow } from "tributary-sdk/pages";
import type { CommissionPlan } from "tributary-sdk/plan";
import { groupPlanQuery, groupsQuery, updateGroup } from "../../api/plans.ts";
import { countText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { EmptyState, LoadedForm, NoPermission } from "../../ui/states.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { PlanEditor } from "./plan-editor.tsx";
import { SaveDialog } from "./save-dialog.tsx";

const FROM = "/dashboard/$accountId/campaigns/$campaignId/groups/$groupId/plan";

/** The plan of a group. It starts as a copy of the campaign's, because it replaces all of it. */
export function GroupPlanPage(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { campaignId, groupId } = useParams({ from: FROM });
  const groups = useQuery(groupsQuery(accountId, campaignId));
  const campaign = useQuery(groupPlanQuery(accountId, campaignId, groupId));
  const group = groups.data?.groups.find(({ id }) => id === groupId);
  return (
    <Page
      title={group ? `Plan of ${group.name}` : "Group plan"}
      note="Replaces the campaign's plan for the affiliates in this group."
      back={{
        label: "Groups",
        link: { to: "/dashboard/$accountId/campaigns/$campaignId/groups", params: { accountId, campaignId } },
      }}
    >
      {canManage ? (
        <LoadedForm query={groups}>
          {() =>
            group ? (
              <LoadedForm query={campaign}>{(data) => <Editor group={group} response={data} />}</LoadedForm>
            ) : (
              <EmptyState title="Group not found" text="It may have been deleted." />
            )
          }
        </LoadedForm>
      ) : (
        <NoPermission text="Only owners and managers can change plans." />
      )}
    </Page>
  );
}

interface EditorProps {
  readonly group: GroupRow;
  /** The campaign's plan, and whom a plan of the group affects. */
  readonly response: CampaignPlanResponse;
}

function Editor({ group, response: { campaign, plan: fallback, affects } }: EditorProps): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const navigate = useNavigate();
  const before = group.plan ?? fallback;
  const save = async (plan: CommissionPlan): Promise<void> => {
    await change(
      updateGroup(accountId, { campaignId: campaign.id, groupId: group.id }, { plan }),
      () => `Saved the plan of ${group.name}.`,
    );
    await navigate({
      to: "/dashboard/$accountId/campaigns/$campaignId/groups",
      params: { accountId, campaignId: campaign.id },
      ignoreBlocker: true,
    });
  };
  const who = group.affiliates === 0 ? "" : ` (${countText(group.affiliates, "affiliate")})`;
  return (
    <PlanEditor
      campaign={campaign}
      initial={before}
      isNew={group.plan === null}
      saving={(dialog) => (
        <SaveDialog
          {...dialog}
          before={before}
          currency={campaign.currency}
          forWhom={`the group ${group.name}${who}`}
          isNew={group.plan === null}
          affects={affects}
          onSave={save}
        />
      )}
    />
  );
}
