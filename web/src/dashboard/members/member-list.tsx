import { Group, Stack, Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ReactNode } from "react";
import type { MemberRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { membersQuery } from "../../api/members.ts";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { ProblemState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { useMemberActions } from "./member-actions.ts";

const RoleDialog = lazy(() => import("./role-dialog.tsx").then((module) => ({ default: module.RoleDialog })));

interface MemberListProps {
  readonly offset: number;
  readonly onOffset: (offset: number) => void;
}

export function MemberList({ offset, onOffset }: MemberListProps): ReactNode {
  const { id: accountId } = useAccount();
  const [changing, setChanging] = useState<MemberRow>();
  const query = useQuery({ ...membersQuery(accountId, { offset }), placeholderData: keepPreviousData });
  const columns = useColumns(setChanging);
  if (query.error) return <ProblemState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <DataTable
        label="Members"
        columns={columns}
        rows={query.data?.members}
        rowId={({ user_id: id }) => id}
        busy={query.isPlaceholderData}
        empty={null}
      />
      <TableFoot span={query.data?.pagination} onOffset={onOffset} csvHref={csvHref(accountId, "members", {})} />
      {changing && (
        <Suspense>
          <RoleDialog member={changing} onClose={() => setChanging(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function useColumns(onChangeRole: (row: MemberRow) => void): readonly Column<MemberRow>[] {
  const actionsOf = useMemberActions(onChangeRole);
  return [
    {
      id: "name",
      header: "Member",
      cell: (row) => (
        <Stack gap={0}>
          <Group gap="xs">
            <Text size="sm" fw={500}>
              {row.name}
            </Text>
            {row.you && <StatusBadge tone="good">you</StatusBadge>}
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {row.email}
          </Text>
        </Stack>
      ),
    },
    { id: "role", header: "Role", cell: (row) => row.role },
    { id: "joined", header: "Joined", cell: (row) => <When at={row.joined_at} /> },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (row) => <RowMenu of={row.name} actions={actionsOf(row)} />,
    },
  ];
}
