import { Group } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SessionsAnswer } from "tributary-sdk/pages";
import { endSession, sessionsQuery } from "../api/session.ts";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { notifyDone } from "../ui/notice/notify.ts";
import { RowMenu } from "../ui/table/row-menu.tsx";
import { ProblemState } from "../ui/states.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { When } from "../ui/when.tsx";
import { browserName } from "../format/browser-name.ts";

type Session = SessionsAnswer["sessions"][number];

export function Sessions(): ReactNode {
  const query = useQuery(sessionsQuery);
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const end = (session: Session) => ({
    label: "End session",
    dangerous: true,
    run: () =>
      confirm({
        title: "End this session?",
        body: `${browserName(session.user_agent)} is signed out at once.`,
        action: "End session",
        dangerous: true,
        run: async () => {
          await endSession(session.id);
          notifyDone("Ended. Whoever used it must sign in again.");
          await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
        },
      }),
  });
  const columns: Column<Session>[] = [
    {
      id: "browser",
      header: "Browser",
      cell: (session) => (
        <Group gap="xs">
          <span title={session.user_agent ?? undefined}>{browserName(session.user_agent)}</span>
          {session.current && <StatusBadge tone="good">this one</StatusBadge>}
        </Group>
      ),
    },
    { id: "seen", header: "Last seen", cell: (session) => <When at={session.seen_at} /> },
    { id: "created", header: "Signed in", cell: (session) => <When at={session.created_at} /> },
    { id: "expires", header: "Ends at the latest", cell: (session) => <When at={session.expires_at} /> },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (session) => (
        <RowMenu of={browserName(session.user_agent)} actions={session.current ? [] : [end(session)]} />
      ),
    },
  ];
  if (query.error) return <ProblemState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <DataTable label="Sessions" columns={columns} rows={query.data?.sessions} rowId={({ id }) => id} empty={null} />
  );
}
