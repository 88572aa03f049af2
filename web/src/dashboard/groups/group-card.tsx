import { Checkbox, Group, Text, Title } from "@mantine/core";
import { IconGripVertical } from "@tabler/icons-react";
import { linkOptions } from "@tanstack/react-router";
import { useState, type DragEvent, type ReactNode } from "react";
import type { GroupRow, GroupsResponse } from "tributary-sdk/pages";
import { countText, moneyText, numberText } from "../../format/numbers.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { PlanTerms } from "../../ui/plan-terms.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { useAccount } from "../shared/account.ts";
import { useGroupActions } from "./group-actions.ts";
import classes from "./groups.module.css";

type Member = GroupsResponse["affiliates"][number];

interface GroupCardProps {
  readonly campaignId: string;
  readonly currency: string;
  /** undefined: the affiliates without a group. */
  readonly group: GroupRow | undefined;
  readonly figures: GroupsResponse["without_group"];
  readonly members: readonly Member[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  readonly onMove: (groupId: string | null, ids: readonly string[]) => void;
  readonly onRename?: () => void;
}

const DRAGGED = "application/x-affiliates";

/** A group with its figures, its plan and its affiliates. Names can be dropped on it. */
export function GroupCard(props: GroupCardProps): ReactNode {
  const { campaignId, currency, group, figures, members, selected, onSelect, onMove, onRename } = props;
  const { canManage } = useAccount();
  const [over, setOver] = useState(false);
  const actions = useGroupActions(campaignId);
  const name = group?.name ?? "Without group";
  const onDragOver = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const here = new Set(members.map(({ affiliate_id: id }) => id));
    const ids = event.dataTransfer
      .getData(DRAGGED)
      .split(" ")
      .filter((id) => id !== "" && !here.has(id));
    if (ids.length > 0) onMove(group?.id ?? null, ids);
  };
  const drop = canManage ? { onDragOver, onDrop, onDragLeave: () => setOver(false) } : {};
  return (
    <section className={classes["card"]} aria-label={name} data-over={over || undefined} {...drop}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Title order={2} className="breakable">
          {name}
        </Title>
        {group && canManage && <RowMenu of={group.name} actions={actions(group, onRename)} />}
      </Group>
      <Figures figures={figures} currency={currency} />
      <GroupPlan campaignId={campaignId} group={group} currency={currency} />
      <Members members={members} selected={selected} onSelect={onSelect} />
    </section>
  );
}

function Figures({ figures, currency }: Pick<GroupCardProps, "figures" | "currency">): ReactNode {
  const facts = [
    ["Affiliates", numberText(figures.affiliates)],
    ["Conversions", numberText(figures.conversions)],
    ["Revenue", moneyText(figures.revenue, currency)],
    ["Commission", moneyText(figures.commission, currency)],
  ] as const;
  return (
    <dl className={classes["figures"]}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <dd className="number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type GroupPlanProps = Pick<GroupCardProps, "campaignId" | "group" | "currency">;

function GroupPlan({ campaignId, group, currency }: GroupPlanProps): ReactNode {
  const { id: accountId, canManage } = useAccount();
  return (
    <div>
      {group?.plan ? (
        <PlanTerms plan={group.plan} currency={currency} />
      ) : (
        <Text size="sm" c="dimmed">
          The campaign's plan applies.
        </Text>
      )}
      {canManage && (
        <AnchorLink
          {...(group
            ? linkOptions({
                to: "/dashboard/$accountId/campaigns/$campaignId/groups/$groupId/plan",
                params: { accountId, campaignId, groupId: group.id },
              })
            : linkOptions({
                to: "/dashboard/$accountId/campaigns/$campaignId/plan",
                params: { accountId, campaignId },
              }))}
          size="sm"
          underline="always"
          aria-label={group ? `${group.plan ? "Edit" : "Set"} plan of ${group.name}` : "Edit the campaign's plan"}
        >
          {group && !group.plan ? "Set plan" : "Edit plan"}
        </AnchorLink>
      )}
    </div>
  );
}

type MembersProps = Pick<GroupCardProps, "members" | "selected" | "onSelect">;

function Members({ members, selected, onSelect }: MembersProps): ReactNode {
  const { canManage } = useAccount();
  const chosen = members.filter(({ affiliate_id: id }) => selected.has(id)).length;
  const toggle = (ids: readonly string[], on: boolean): void => {
    const next = new Set(selected);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onSelect(next);
  };
  if (members.length === 0)
    return (
      <Text size="sm" c="dimmed" className={classes["nobody"] ?? ""}>
        {canManage ? "No affiliates here. Move some in." : "No affiliates here."}
      </Text>
    );
  return (
    <>
      {canManage && members.length > 1 && (
        <Checkbox
          size="xs"
          label={`Select all ${numberText(members.length)}`}
          checked={chosen === members.length}
          indeterminate={chosen > 0 && chosen < members.length}
          onChange={(event) =>
            toggle(
              members.map(({ affiliate_id: id }) => id),
              event.currentTarget.checked,
            )
          }
        />
      )}
      <ul className={classes["members"]} aria-label={countText(members.length, "affiliate")}>
        {members.map((member) => (
          <MemberRow
            key={member.affiliate_id}
            member={member}
            dragged={selected.has(member.affiliate_id) ? [...selected] : [member.affiliate_id]}
            isSelected={selected.has(member.affiliate_id)}
            onToggle={(on) => toggle([member.affiliate_id], on)}
          />
        ))}
      </ul>
    </>
  );
}

interface MemberRowProps {
  readonly member: Member;
  /** The affiliates that move when this one is dragged. */
  readonly dragged: readonly string[];
  readonly isSelected: boolean;
  readonly onToggle: (on: boolean) => void;
}

function MemberRow({ member, dragged, isSelected, onToggle }: MemberRowProps): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { affiliate_id: affiliateId, name, override } = member;
  const drag = (event: DragEvent): void => {
    event.dataTransfer.setData(DRAGGED, dragged.join(" "));
    event.dataTransfer.effectAllowed = "move";
  };
  return (
    <li className={classes["member"]} draggable={canManage} {...(canManage ? { onDragStart: drag } : {})}>
      {canManage && (
        <Checkbox
          size="xs"
          aria-label={`Select ${name}`}
          checked={isSelected}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
      )}
      <AnchorLink
        to="/dashboard/$accountId/affiliates/$affiliateId"
        params={{ accountId, affiliateId }}
        search={{ tab: "commission" }}
        size="sm"
        draggable={false}
        className="breakable"
      >
        {name}
      </AnchorLink>
      {override && (
        <Text component="span" size="xs" c="dimmed">
          own plan
        </Text>
      )}
      {canManage && <IconGripVertical size={14} aria-hidden className={classes["grip"] ?? ""} />}
    </li>
  );
}
