import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { createCampaign } from "../../api/campaigns.ts";
import { Page } from "../../ui/page.tsx";
import { NoPermission } from "../../ui/states.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { CampaignForm } from "./campaign-form.tsx";
import { bodyOf, newCampaign, type CampaignValues } from "./campaign-values.ts";

export function NewCampaignPage(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const navigate = useNavigate();
  const change = useChange();
  const create = async (values: CampaignValues): Promise<void> => {
    const { campaign } = await change(
      createCampaign(accountId, bodyOf(values)),
      ({ campaign: { name } }) => `Created ${name}. Now invite affiliates.`,
    );
    const params = { accountId, campaignId: campaign.id };
    await navigate({ to: "/dashboard/$accountId/campaigns/$campaignId", params, ignoreBlocker: true });
  };
  return (
    <Page
      title="New campaign"
      back={{ label: "Campaigns", link: { to: "/dashboard/$accountId/campaigns", params: { accountId } } }}
    >
      {canManage ? (
        <CampaignForm
          initial={newCampaign}
          submitLabel="Create campaign"
          currencyFixed={false}
          readOnly={false}
          onSubmit={create}
        />
      ) : (
        <NoPermission text="Only owners and managers can create campaigns." />
      )}
    </Page>
  );
}
