import { Button, Group, Menu, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AffiliatePlanResponse, AffiliationRow } from "tributary-sdk/pages";
import { messageOf } from "../../api/failure.ts";
import { affiliatePlanQuery, moveToGroup, removeAffiliatePlan } from "../../api/plans.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { ButtonLink } from "../../ui/link.tsx";
import { notifyProblem } from "../../ui/notice/notify.ts";
import { PlanTerms } from "../../ui/plan-terms.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { sourceText } from "../../words/plans.ts";
import { useAccount, useChange } from "../shared/account.ts";

interface AffiliateCommissionProps {
  readonly affiliateId: string;
  readonly name: string;
  readonly rows: readonly AffiliationRow[];
}

/** The plan that decides in each campaign of an affiliate, and why. */
export function AffiliateCommission({ affiliateId, name, rows }: AffiliateCommissionProps): ReactNode {
  const active = rows.filter(({ status }) => status === "active");
  if (active.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {name} is not active in any campaign.
      </Text>
    );
  return active.map((row) => (
    <InCampaign key={row.affiliation_id} affiliateId={affiliateId} name={name} affiliationId={row.affiliation_id} />
  ));
}

interface InCampaignProps {
  readonly affiliateId: string;
  readonly name: string;
  readonly affiliationId: string;
}

function InCampaign(props: InCampaignProps): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery(affiliatePlanQuery(accountId, props.affiliationId));
  return <Loaded query={query}>{(data) => <Deciding {...props} response={data} />}</Loaded>;
}

function Deciding({ response, ...props }: InCampaignProps & { response: AffiliatePlanResponse }): ReactNode {
  const { campaign, plan, plan_version: version, source, group } = response;
  const { canManage } = useAccount();
  const why = sourceText(source, group?.name);
  return (
    <Section
      title={`Commission in ${campaign.name}`}
      note={version === null ? why : `${why} · version ${version}`}
      action={canManage && <Actions {...props} response={response} />}
    >
      <Stack gap="sm">
        <PlanTerms plan={plan} currency={campaign.currency} />
        {source === "override" && group && (
          <Text size="sm" c="dimmed">
            In group {group.name}. The own plan replaces the group's.
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function Actions({
  affiliateId,
  affiliationId,
  name,
  response,
}: InCampaignProps & { response: AffiliatePlanResponse }): ReactNode {
  const { campaign, source, group, groups, without_override: rest } = response;
  const { id: accountId } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const move = (groupId: string | null, to: string): void => {
    const work = moveToGroup(accountId, campaign.id, { group_id: groupId, affiliate_ids: [affiliateId] });
    change(work, () => `Moved ${name} ${to}.`).catch((error: unknown) => notifyProblem(messageOf(error)));
  };
  const remove = (): void =>
    confirm({
      title: `Remove ${name}'s own plan?`,
      body: `${rest.source === "group" && group ? `The plan of group ${group.name}` : `The plan of ${campaign.name}`} applies from the next order on. Recorded conversions keep their commission.`,
      action: "Remove own plan",
      run: () => change(removeAffiliatePlan(accountId, affiliationId), () => `Removed the own plan of ${name}.`),
    });
  return (
    <Group gap="xs">
      {groups.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default">Change group</Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
            {groups.map(({ id, name: to }) => (
              <Menu.Item key={id} disabled={id === group?.id} onClick={() => move(id, `to ${to}`)}>
                {to}
              </Menu.Item>
            ))}
            {group && <Menu.Item onClick={() => move(null, `out of ${group.name}`)}>Without group</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      )}
      {source === "override" && (
        <Button variant="default" onClick={remove}>
          Remove own plan
        </Button>
      )}
      <ButtonLink
        variant="default"
        to="/dashboard/$accountId/affiliates/$affiliateId/plan/$affiliationId"
        params={{ accountId, affiliateId, affiliationId }}
      >
        {source === "override" ? "Edit own plan" : "Set own plan"}
      </ButtonLink>
    </Group>
  );
}
