import { Button, Group, Text } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState, type ReactNode } from "react";
import type { ApiKeyRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { keysQuery, revokeKey } from "../../api/developers.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { EmptyState, NoPermission, ProblemState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount, useChange } from "../shared/account.ts";

const NewKey = lazy(() => import("./new-key.tsx").then((module) => ({ default: module.NewKey })));

interface KeysProps {
  readonly offset: number | undefined;
  readonly onOffset: (offset: number) => void;
}

export function Keys(props: KeysProps): ReactNode {
  const { isOwner } = useAccount();
  if (!isOwner)
    return <NoPermission text="A key gives full access to the account, so only its owners see and make them." />;
  return <KeyList {...props} />;
}

function KeyList({ offset, onOffset }: KeysProps): ReactNode {
  const { id: accountId } = useAccount();
  const [creating, setCreating] = useState(false);
  const query = useQuery(keysQuery(accountId, offset === undefined ? {} : { offset }));
  const columns = useColumns();
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      Create API key
    </Button>
  );
  if (query.error) return <ProblemState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" className="prose">
          Your backend calls the API with a key. Give each program its own, so that one can be revoked alone.
        </Text>
        {query.data && query.data.api_keys.length > 0 && create}
      </Group>
      <DataTable
        label="API keys"
        columns={columns}
        rows={query.data?.api_keys}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            icon={IconKey}
            title="No API keys yet"
            text="Your backend needs one to track conversions."
            action={create}
          />
        }
      />
      <TableFoot span={query.data?.pagination} onOffset={onOffset} csvHref={csvHref(accountId, "api-keys", {})} />
      {creating && (
        <Suspense>
          <NewKey onDone={() => setCreating(false)} />
        </Suspense>
      )}
    </>
  );
}

function useColumns(): readonly Column<ApiKeyRow>[] {
  const { id: accountId } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const revoke = (row: ApiKeyRow) => ({
    label: "Revoke key",
    dangerous: true,
    run: () =>
      confirm({
        title: `Revoke ${row.name}?`,
        body: "Whatever uses it is refused within seconds. This cannot be undone.",
        action: "Revoke key",
        dangerous: true,
        run: () => change(revokeKey(accountId, row.id), () => `Revoked ${row.name}. Calls with it are refused.`),
      }),
  });
  return [
    {
      id: "name",
      header: "Name",
      cell: ({ name }) => (
        <Text span size="sm" fw={500}>
          {name}
        </Text>
      ),
    },
    {
      id: "key",
      header: "Key",
      cell: (row) => (
        <Text span size="sm" ff="monospace" className="number">
          {row.prefix}…{row.last_four}
        </Text>
      ),
    },
    {
      id: "state",
      header: "State",
      cell: (row) =>
        row.revoked_at === null ? (
          <StatusBadge tone="good">active</StatusBadge>
        ) : (
          <StatusBadge tone="quiet">revoked</StatusBadge>
        ),
    },
    { id: "created", header: "Created", cell: (row) => <When at={row.created_at} /> },
    {
      id: "used",
      header: "Last used",
      cell: (row) => (row.last_used_at === null ? "never" : <When at={row.last_used_at} />),
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (row) => <RowMenu of={row.name} actions={row.revoked_at === null ? [revoke(row)] : []} />,
    },
  ];
}
