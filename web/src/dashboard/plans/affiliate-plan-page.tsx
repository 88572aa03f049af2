import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AffiliatePlanResponse } from "tributary-sdk/pages";
import type { CommissionPlan } from "tributary-sdk/plan";
import { affiliateQuery } from "../../api/affiliates.ts";
import { affiliatePlanQuery, setAffiliatePlan } from "../../api/plans.ts";
import { Page } from "../../ui/page.tsx";
import { LoadedForm, NoPermission } from "../../ui/states.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { PlanEditor } from "./plan-editor.tsx";
import { SaveDialog } from "./save-dialog.tsx";

const FROM = "/dashboard/$accountId/affiliates/$affiliateId/plan/$affiliationId";

/** The own plan of an affiliate in one campaign. It starts as a copy of what applies now. */
export function AffiliatePlanPage(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { affiliateId, affiliationId } = useParams({ from: FROM });
  const person = useQuery(affiliateQuery(accountId, affiliateId));
  const query = useQuery(affiliatePlanQuery(accountId, affiliationId));
  const name = person.data?.affiliate.name;
  return (
    <Page
      title={name === undefined ? "Own plan" : `Plan of ${name}`}
      note={query.data && `Replaces every other plan for this affiliate in ${query.data.campaign.name}.`}
      back={{
        label: name ?? "Affiliate",
        link: {
          to: "/dashboard/$accountId/affiliates/$affiliateId",
          params: { accountId, affiliateId },
          search: { tab: "commission" },
        },
      }}
    >
      {canManage ? (
        <LoadedForm key={affiliationId} query={query}>
          {(data) => <Editor response={data} name={name ?? "this affiliate"} />}
        </LoadedForm>
      ) : (
        <NoPermission text="Only owners and managers can change plans." />
      )}
    </Page>
  );
}

function Editor({ response, name }: { response: AffiliatePlanResponse; name: string }): ReactNode {
  const { campaign, plan: before, source, affects } = response;
  const { id: accountId } = useAccount();
  const { affiliateId, affiliationId } = useParams({ from: FROM });
  const change = useChange();
  const navigate = useNavigate();
  const save = async (plan: CommissionPlan): Promise<void> => {
    await change(setAffiliatePlan(accountId, affiliationId, plan), () => `Saved the plan of ${name}.`);
    await navigate({
      to: "/dashboard/$accountId/affiliates/$affiliateId",
      params: { accountId, affiliateId },
      search: { tab: "commission" },
      ignoreBlocker: true,
    });
  };
  return (
    <PlanEditor
      campaign={campaign}
      initial={before}
      isNew={source !== "override"}
      saving={(dialog) => (
        <SaveDialog
          {...dialog}
          before={before}
          currency={campaign.currency}
          forWhom={`${name} in ${campaign.name}`}
          isNew={source !== "override"}
          affects={affects}
          onSave={save}
        />
      )}
    />
  );
}
