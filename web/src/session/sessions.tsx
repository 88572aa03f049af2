import { Group } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SessionsResponse } from "tributary-sdk/pages";
import { endSession, sessionsQuery } from "../api/session.ts";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import type { Column, Sorting } from "../ui/table/columns.ts";
import { actionsColumn, sortable, whenColumn } from "../ui/table/column-kinds.tsx";
import { Listed } from "../ui/table/listed.tsx";
import { notifyDone } from "../ui/notice/notify.ts";
import { RowMenu } from "../ui/table/row-menu.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { browserName } from "../format/browser-name.ts";

type Session = SessionsResponse["sessions"][number];

export function Sessions({ sorting }: { sorting: Sorting }): ReactNode {
  const query = useQuery(sessionsQuery);
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const end = (session: Session) => ({
    label: "End session",
    dangerous: true,
    run: () =>
      confirm({
        title: "End this session?",
        body: `${browserName(session.user_agent)} is signed out immediately.`,
        action: "End session",
        dangerous: true,
        run: async () => {
          await endSession(session.id);
          notifyDone("Session ended.");
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
          {session.current && <StatusBadge tone="good">this browser</StatusBadge>}
        </Group>
      ),
    },
    sortable(whenColumn("seen", "Last seen", (session) => session.seen_at)),
    sortable(whenColumn("created", "Signed in", (session) => session.created_at)),
    sortable(whenColumn("expires", "Expires", (session) => session.expires_at)),
    actionsColumn((session) => (
      <RowMenu of={browserName(session.user_agent)} actions={session.current ? [] : [end(session)]} />
    )),
  ];
  return (
    <Listed
      label="Sessions"
      query={query}
      columns={columns}
      rows={query.data?.sessions}
      sorting={{ ...sorting, inPage: true }}
      empty={null}
    />
  );
}
