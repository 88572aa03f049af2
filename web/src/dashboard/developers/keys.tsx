import { Anchor, Button, Group, Text } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { Suspense, useState, type ReactNode } from "react";
import type { ApiKeyRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { keysQuery, revokeKey } from "../../api/developers.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { given } from "../../format/without-undefined.ts";
import { actionsColumn, badgeColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList, type PagedProps } from "../../ui/table/listed.tsx";
import { RowMenu } from "../../ui/table/row-menu.tsx";
import { RealTime } from "../../ui/real-time.tsx";
import { EmptyState, NoPermission } from "../../ui/states.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { lazily } from "../../ui/lazy.ts";
import { keySort, type DevelopersSearch } from "./search.ts";

const NewKey = lazily(() => import("../shared/new-key.tsx"), "NewKey");

type KeysProps = PagedProps<NonNullable<DevelopersSearch["sort"]>>;

export function Keys(props: KeysProps): ReactNode {
  const { isOwner } = useAccount();
  if (!isOwner)
    return <NoPermission text="An API key gives full access to the account, so only owners can see and create keys." />;
  return (
    <RealTime>
      <KeyList {...props} />
    </RealTime>
  );
}

function KeyList({ filter: { offset, sort }, onFilter }: KeysProps): ReactNode {
  const { id: accountId, test } = useAccount();
  const [creating, setCreating] = useState(false);
  const query = useList(keysQuery(accountId, given({ offset, sort: keySort(sort) })));
  const columns = useColumns();
  const create = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {test ? "Create test key" : "Create API key"}
    </Button>
  );
  return (
    <>
      <Listed
        label="API keys"
        filters={
          <Group justify="space-between">
            <Text size="sm" c="dimmed" className="prose">
              {test
                ? "Test keys start with sk_test_ and reach this test account only. A reset keeps them."
                : "Your backend uses an API key to send requests. Use one key per app so you can revoke them separately."}
            </Text>
            {query.data && query.data.api_keys.length > 0 && create}
          </Group>
        }
        query={query}
        columns={columns}
        rows={query.data?.api_keys}
        empty={
          <EmptyState
            icon={IconKey}
            title={test ? "No test keys yet" : "No API keys yet"}
            text={
              test
                ? "Test keys appear here. Your tests need one to send requests to this test account."
                : "Your API keys appear here. Your backend needs one to track conversions."
            }
            action={
              <>
                {create}
                <Anchor href={test ? "/docs/testing" : "/docs/tracking"} size="sm">
                  {test ? "Testing guide" : "Tracking guide"}
                </Anchor>
              </>
            }
          />
        }
        sorting={sortingOf(keySort(sort), onFilter)}
        onOffset={(next, step) => onFilter({ offset: next }, step)}
        csvHref={csvHref(accountId, "api-keys", {})}
      />
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
        body: "Requests with this key will fail within seconds. This cannot be undone.",
        action: "Revoke key",
        dangerous: true,
        run: () => change(revokeKey(accountId, row.id), () => `Revoked ${row.name}. Requests with it now fail.`),
      }),
  });
  return [
    {
      id: "name",
      sort: "name",
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
    sortable(
      badgeColumn("status", "Status", (row) => (row.revoked_at === null ? ["good", "active"] : ["quiet", "revoked"])),
    ),
    sortable(whenColumn("created", "Created", (row) => row.created_at)),
    {
      id: "used",
      sort: "used",
      sortDown: true,
      header: "Last used",
      cell: (row) => (row.last_used_at === null ? "Never" : <When at={row.last_used_at} />),
    },
    actionsColumn((row) => <RowMenu of={row.name} actions={row.revoked_at === null ? [revoke(row)] : []} />),
  ];
}
