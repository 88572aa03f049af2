import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CampaignPlanResponse } from "tributary-sdk/pages";
import { campaignPlanQuery } from "../../api/plans.ts";
import { countText } from "../../format/numbers.ts";
import { ButtonLink } from "../../ui/link.tsx";
import { PlanTerms } from "../../ui/plan-terms.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";

/** What a campaign pays, and the way to its plan and groups. */
export function CampaignCommission({ campaignId }: { campaignId: string }): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery(campaignPlanQuery(accountId, campaignId));
  return <Loaded query={query}>{(data) => <Commission {...data} />}</Loaded>;
}

function Commission({ campaign, plan, plan_version: version, affects }: CampaignPlanResponse): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const params = { accountId, campaignId: campaign.id };
  return (
    <Section
      title="Commission"
      note={`${version === null ? "No plan: every order pays the same" : `Plan version ${version}`} · ${countText(affects.affiliates, "affiliate")}`}
      action={
        <Group gap="xs">
          <ButtonLink variant="default" to="/dashboard/$accountId/campaigns/$campaignId/groups" params={params}>
            {canManage ? "Manage groups" : "View groups"}
          </ButtonLink>
          <ButtonLink
            variant={canManage ? "filled" : "default"}
            to="/dashboard/$accountId/campaigns/$campaignId/plan"
            params={params}
          >
            {canManage ? "Edit plan" : "View plan"}
          </ButtonLink>
        </Group>
      }
    >
      <Stack gap="sm">
        <PlanTerms plan={plan} currency={campaign.currency} />
        {version === null && canManage && (
          <Text size="sm" c="dimmed" className="prose">
            A plan can also pay recurring commission, other rates for some products, tiers, bonuses and limits.
          </Text>
        )}
      </Stack>
    </Section>
  );
}
