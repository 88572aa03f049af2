import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { CampaignPlanResponse } from "tributary-sdk/pages";
import type { CommissionPlan } from "tributary-sdk/plan";
import { campaignPlanQuery, setCampaignPlan } from "../../api/plans.ts";
import { countText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { PlanTerms } from "../../ui/plan-terms.tsx";
import { Section } from "../../ui/section.tsx";
import { LoadedForm } from "../../ui/states.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { PlanEditor } from "./plan-editor.tsx";
import { RebindField, rebindWords } from "./rebind-field.tsx";
import { SaveDialog } from "./save-dialog.tsx";
import { PlanVersions } from "./versions.tsx";

/** The plan of a campaign. */
export function CampaignPlanPage(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { campaignId } = useParams({ from: "/dashboard/$accountId/campaigns/$campaignId/plan" });
  const query = useQuery(campaignPlanQuery(accountId, campaignId));
  const campaign = query.data?.campaign;
  return (
    <Page
      title="Commission plan"
      note={campaign && <PlanNote response={query.data} />}
      back={{
        label: campaign?.name ?? "Campaign",
        link: {
          to: "/dashboard/$accountId/campaigns/$campaignId",
          params: { accountId, campaignId },
          search: { tab: "commission" },
        },
      }}
    >
      <LoadedForm query={query}>
        {(data) => (
          <Stack gap="xl">
            {canManage ? <Editor response={data} /> : <ReadOnly response={data} />}
            <PlanVersions campaign={data.campaign} />
          </Stack>
        )}
      </LoadedForm>
    </Page>
  );
}

function PlanNote({ response }: { response: CampaignPlanResponse | undefined }): ReactNode {
  if (!response) return null;
  const { plan_version: version, affects } = response;
  return (
    <>
      {version === null ? "No plan yet: every order pays the same" : `Version ${version}`} ·{" "}
      {countText(affects.affiliates, "affiliate")}
    </>
  );
}

function ReadOnly({ response }: { response: CampaignPlanResponse }): ReactNode {
  return (
    <Stack gap="lg">
      <Text size="sm" c="dimmed">
        You have view-only access to campaigns. Managers and owners can change the plan.
      </Text>
      <Section title="What affiliates see">
        <PlanTerms plan={response.plan} currency={response.campaign.currency} />
      </Section>
      <Section title="When a customer clicks another affiliate's link">
        <Text size="sm">{rebindWords[response.rebind]}.</Text>
      </Section>
    </Stack>
  );
}

function Editor({ response }: { response: CampaignPlanResponse }): ReactNode {
  const { campaign, plan: before, affects } = response;
  const { id: accountId } = useAccount();
  const change = useChange();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<typeof response.rebind>();
  const rebind = chosen ?? response.rebind;
  const save = async (plan: CommissionPlan): Promise<void> => {
    await change(
      setCampaignPlan(accountId, campaign.id, { plan, rebind }),
      ({ plan_version: version }) => `Saved version ${version ?? 1} of the plan.`,
    );
    await navigate({
      to: "/dashboard/$accountId/campaigns/$campaignId",
      params: { accountId, campaignId: campaign.id },
      search: { tab: "commission" },
      ignoreBlocker: true,
    });
  };
  const isOther = rebind !== response.rebind;
  return (
    <PlanEditor
      campaign={campaign}
      initial={before}
      more={{
        dirty: isOther,
        onDiscard: () => setChosen(undefined),
        fields: (
          <Section
            title="Customers"
            note="Tributary recognizes customers by the ID or email address that your shop sends with each order."
          >
            <RebindField value={rebind} onChange={setChosen} />
          </Section>
        ),
      }}
      saving={(dialog) => (
        <SaveDialog
          {...dialog}
          before={before}
          currency={campaign.currency}
          also={
            isOther ? [`When a customer clicks another affiliate's link: ${rebindWords[rebind].toLowerCase()}.`] : []
          }
          forWhom={countText(affects.affiliates, "affiliate")}
          affects={affects}
          onSave={save}
        />
      )}
    />
  );
}
