import { Group, Stack, Text } from "@mantine/core";
import { Suspense, useState, type ReactNode } from "react";
import type { MemberRow } from "tributary-sdk/pages";
import { sentenceCase } from "../../format/sentence-case.ts";
import { csvHref } from "../../api/account.ts";
import { given } from "../../format/without-undefined.ts";
import { membersQuery } from "../../api/members.ts";
import { actionsColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useAccount } from "../shared/account.ts";
import { useMemberActions } from "./member-actions.ts";
import type { MembersProps } from "./search.ts";
import { lazily } from "../../ui/lazy.ts";

const RoleDialog = lazily(() => import("./role-dialog.tsx"), "RoleDialog");

export function MemberList({ filter: { offset, sort }, onFilter }: MembersProps): ReactNode {
  const { id: accountId } = useAccount();
  const [changing, setChanging] = useState<MemberRow>();
  const query = useList(membersQuery(accountId, given({ offset, sort })));
  const columns = useColumns(setChanging);
  return (
    <>
      <Listed
        label="Members"
        query={query}
        columns={columns}
        rows={query.data?.members}
        rowId={({ user_id: id }) => id}
        empty={null}
        sorting={sortingOf(sort, onFilter)}
        onOffset={(next, step) => onFilter({ offset: next }, step)}
        csvHref={csvHref(accountId, "members", {})}
      />
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
      sort: "name",
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
    { id: "role", header: "Role", sort: "role", cell: (row) => sentenceCase(row.role) },
    sortable(whenColumn("joined", "Joined", (row) => row.joined_at)),
    actionsColumn((row) => <RowMenu of={row.name} actions={actionsOf(row)} />),
  ];
}
