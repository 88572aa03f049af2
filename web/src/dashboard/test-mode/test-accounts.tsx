import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconFlask, IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Suspense, useState, type ReactNode } from "react";
import type { TestAccountsResponse } from "tributary-sdk/pages";
import { accountKey } from "../../api/account.ts";
import { personQuery } from "../../api/session.ts";
import { resetTestAccount, testAccountsQuery } from "../../api/test-mode.ts";
import { exactTime, minuteOf } from "../../format/dates.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { lazily } from "../../ui/lazy.ts";
import { notifyDone } from "../../ui/notice/notify.ts";
import { RealTime } from "../../ui/real-time.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { actionsColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { Listed } from "../../ui/table/listed.tsx";
import { RowMenu, type RowAction } from "../../ui/table/row-menu.tsx";
import { WhenWithDay } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";

const AccountDialog = lazily(() => import("./account-dialog.tsx"), "AccountDialog");

type Row = TestAccountsResponse["test_accounts"][number];
type Asked = Row | "new";

/** The test accounts of the live account. Owners create, rename and reset them. */
export function TestAccounts(): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const query = useQuery(testAccountsQuery(accountId));
  const [asked, setAsked] = useState<Asked>();
  const columns = useColumns(setAsked);
  const rows = query.data?.test_accounts;
  const isFull = rows !== undefined && rows.length >= (query.data?.limit ?? 0);
  const create = isOwner && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} disabled={isFull} onClick={() => setAsked("new")}>
      Create test account
    </Button>
  );
  return (
    <>
      <Listed
        label="Test accounts"
        filters={
          <Group justify="space-between" gap="sm">
            <Text size="sm" c="dimmed" className="prose">
              In a test account no money moves, no email is sent, and time stands still until you move it. Give each
              parallel CI run its own.{" "}
              <Anchor href="/docs/testing" inherit underline="always">
                Testing guide
              </Anchor>
              {isFull && ` You have all ${rows.length} test accounts that an account can have: reset and reuse one.`}
            </Text>
            {rows && rows.length > 0 && create}
          </Group>
        }
        query={query}
        columns={columns}
        rows={rows}
        empty={
          <EmptyState
            icon={IconFlask}
            title="No test accounts yet"
            text={
              isOwner
                ? "Create one to try orders, approvals and payouts without touching your live data."
                : "Test accounts appear here when an owner creates one."
            }
            action={create}
          />
        }
      />
      {asked !== undefined && (
        <Suspense>
          <AccountDialog
            {...(asked === "new" ? {} : { account: asked })}
            liveId={accountId}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

function useColumns(onRename: (row: Row) => void): readonly Column<Row>[] {
  const { id: accountId, isOwner } = useAccount();
  const reset = useReset();
  const actionsOf = (row: Row): RowAction[] => [
    { label: "Rename test account", run: () => onRename(row) },
    { label: "Reset test account", dangerous: true, run: () => reset(row) },
  ];
  return [
    {
      id: "name",
      header: "Name",
      cell: ({ id, name }) => (
        <Group gap="xs" wrap="nowrap">
          <AnchorLink to="/dashboard/$accountId" params={{ accountId: id }} size="sm" fw={500} className="breakable">
            {name}
          </AnchorLink>
          {id === accountId && <StatusBadge tone="good">current</StatusBadge>}
        </Group>
      ),
    },
    {
      id: "time",
      header: "Test time",
      cell: ({ now }) => (
        <time dateTime={now} title={exactTime(now)}>
          {minuteOf(now)}
        </time>
      ),
    },
    {
      id: "created",
      header: "Created",
      cell: (row) => (
        <RealTime>
          <WhenWithDay at={row.created_at} />
        </RealTime>
      ),
    },
    ...(isOwner ? [actionsColumn<Row>((row) => <RowMenu of={row.name} actions={actionsOf(row)} />)] : []),
  ];
}

function useReset(): (row: Row) => void {
  const { id: accountId } = useAccount();
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  return ({ id, name }) =>
    confirm({
      title: `Reset ${name}?`,
      body: (
        <Stack gap="xs">
          <Text size="sm">
            This deletes its campaigns, affiliates, orders, payouts, webhooks and emails, and sets its clock to the real
            time. Its API keys stay valid. This cannot be undone.
          </Text>
          <Text size="sm">Your live account does not change.</Text>
        </Stack>
      ),
      action: "Reset test account",
      dangerous: true,
      run: async () => {
        await resetTestAccount(id);
        notifyDone(`Reset ${name}. It is empty now.`);
        void queryClient.invalidateQueries({ queryKey: accountKey(accountId) });
        void queryClient.invalidateQueries({ queryKey: accountKey(id) });
        void queryClient.invalidateQueries(personQuery);
      },
    });
}
