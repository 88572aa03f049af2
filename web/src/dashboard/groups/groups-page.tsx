import { Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus, IconSearch, IconUsersGroup } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { GroupRow, GroupsResponse } from "tributary-sdk/pages";
import { GROUPS_MAX } from "tributary-sdk/limits";
import { campaignQuery } from "../../api/campaigns.ts";
import { messageOf } from "../../api/failure.ts";
import { groupsQuery, moveToGroup } from "../../api/plans.ts";
import { countText, numberText } from "../../format/numbers.ts";
import { notifyProblem } from "../../ui/notice/notify.ts";
import { Page } from "../../ui/page.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { GroupCard } from "./group-card.tsx";
import classes from "./groups.module.css";
import { MoveBar } from "./move-bar.tsx";
import { NameDialog } from "./name-dialog.tsx";

/** The groups of a campaign and their affiliates. */
export function GroupsPage(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { campaignId } = useParams({ from: "/dashboard/$accountId/campaigns/$campaignId/groups" });
  const query = useQuery(groupsQuery(accountId, campaignId));
  const { data: about } = useQuery(campaignQuery(accountId, campaignId));
  const [naming, setNaming] = useState<GroupRow | "new">();
  const create = canManage && (query.data?.groups.length ?? 0) < GROUPS_MAX && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNaming("new")}>
      Create group
    </Button>
  );
  return (
    <Page
      title="Groups"
      note="Affiliates in a group share its plan, unless they have their own."
      back={{
        label: about?.campaign.name ?? "Campaign",
        link: {
          to: "/dashboard/$accountId/campaigns/$campaignId",
          params: { accountId, campaignId },
          search: { tab: "commission" },
        },
      }}
      action={(query.data?.groups.length ?? 0) > 0 && create}
    >
      <Loaded query={query}>
        {(data) =>
          data.groups.length === 0 ? (
            <EmptyState
              icon={IconUsersGroup}
              title="No groups yet"
              text="Use groups to pay some affiliates a different commission, such as 30% for VIPs. Create a group, set its plan and move affiliates into it."
              action={create}
            />
          ) : (
            <Board campaignId={campaignId} data={data} onRename={setNaming} />
          )
        }
      </Loaded>
      {naming !== undefined && (
        <NameDialog
          campaignId={campaignId}
          group={naming === "new" ? undefined : naming}
          onClose={() => setNaming(undefined)}
        />
      )}
    </Page>
  );
}

interface BoardProps {
  readonly campaignId: string;
  readonly data: GroupsResponse;
  readonly onRename: (group: GroupRow) => void;
}

function Board({ campaignId, data, onRename }: BoardProps): ReactNode {
  const { canManage } = useAccount();
  const { groups, affiliates, affiliates_total: total, without_group: rest, currency } = data;
  const [words, setWords] = useState("");
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const move = useMove(campaignId, () => setSelected(new Set()));
  const found = affiliates.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()));
  const of = (groupId: string | null) => found.filter(({ group_id: group }) => group === groupId);
  // Someone else may have removed a selected affiliate meanwhile.
  const chosen = affiliates.filter(({ affiliate_id: id }) => selected.has(id)).map(({ affiliate_id: id }) => id);
  const shared = { campaignId, currency, selected, onSelect: setSelected, onMove: move };
  return (
    <Stack gap="md">
      <Group justify="space-between">
        <TextInput
          aria-label="Search affiliates"
          placeholder="Search affiliates"
          leftSection={<IconSearch size={16} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
          w={260}
        />
        {canManage && (
          <Text size="sm" c="dimmed" className={classes["hint"] ?? ""}>
            Drag a name onto a group, or select several to move them.
          </Text>
        )}
      </Group>
      {total > affiliates.length && (
        <Text size="sm" c="dimmed">
          Showing the first {numberText(affiliates.length)} of {countText(total, "affiliate")}. Move the others on their
          own pages.
        </Text>
      )}
      <div className={classes["board"]}>
        <GroupCard {...shared} group={undefined} figures={rest} members={of(null)} />
        {groups.map((group) => (
          <GroupCard
            key={group.id}
            {...shared}
            group={group}
            figures={group}
            members={of(group.id)}
            onRename={() => onRename(group)}
          />
        ))}
      </div>
      {chosen.length > 0 && (
        <MoveBar
          count={chosen.length}
          groups={groups}
          onMove={(groupId) => move(groupId, chosen)}
          onClear={() => setSelected(new Set())}
        />
      )}
    </Stack>
  );
}

/** Moves affiliates and says how many. */
function useMove(campaignId: string, onMoved: () => void): (groupId: string | null, ids: readonly string[]) => void {
  const { id: accountId } = useAccount();
  const change = useChange();
  return (groupId, ids) => {
    const work = moveToGroup(accountId, campaignId, { group_id: groupId, affiliate_ids: [...ids] });
    change(work, ({ moved }) => `Moved ${countText(moved, "affiliate")}.`).then(onMoved, (error: unknown) =>
      notifyProblem(messageOf(error)),
    );
  };
}
