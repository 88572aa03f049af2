import { Anchor, Text, type TextProps } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { RefusedCallRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { refusedCallsQuery } from "../../api/developers.ts";
import { CopyIcon } from "../../ui/copy.tsx";
import { given } from "../../format/without-undefined.ts";
import { actionsColumn, badgeColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList, type PagedProps } from "../../ui/table/listed.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { refusedCallSort, type DevelopersSearch } from "./search.ts";

const SERVER_ERROR = 500;
const POLL_MS = 5_000;

const columns: readonly Column<RefusedCallRow>[] = [
  {
    id: "request",
    header: "Request",
    cell: (row) => (
      <Text span size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
        {row.method} {row.path}
      </Text>
    ),
  },
  sortable(
    badgeColumn("status", "Status", ({ status }) => [status >= SERVER_ERROR ? "bad" : "warning", String(status)]),
  ),
  {
    id: "error",
    header: "Response",
    cell: (row) => <ErrorText row={row} />,
  },
  { id: "key", header: "Key", cell: ({ key }) => key.name },
  sortable(whenColumn("at", "When", ({ at }) => at)),
  actionsColumn((row) => <CopyIcon value={row.request_id} what={`request ID ${row.request_id}`} />),
];

function ErrorText({ row: { error, code }, ...props }: { row: RefusedCallRow } & TextProps): ReactNode {
  return (
    <Text inherit component="div" className="breakable" {...props}>
      {error}
      <Text size="xs" c="dimmed">
        {code}
      </Text>
    </Text>
  );
}

/** The rows on a phone. */
const brief = (row: RefusedCallRow): Brief => ({
  title: (
    <Text span size="sm" ff="monospace">
      {row.method} {row.path}
    </Text>
  ),
  note: (
    <>
      {row.key.name} · <When at={row.at} />
    </>
  ),
  badge: <StatusBadge tone={row.status >= SERVER_ERROR ? "bad" : "warning"}>{String(row.status)}</StatusBadge>,
  more: <ErrorText row={row} size="xs" />,
  action: <CopyIcon value={row.request_id} what={`request ID ${row.request_id}`} />,
});

/** Failed API requests of the account's apps, so that developers need not search their own logs. */
export function RefusedCalls({
  filter: { offset, sort },
  onFilter,
}: PagedProps<NonNullable<DevelopersSearch["sort"]>>): ReactNode {
  const { id: accountId } = useAccount();
  const calls = refusedCallsQuery(accountId, given({ offset, sort: refusedCallSort(sort) }));
  const query = useList({ ...calls, refetchInterval: POLL_MS });
  return (
    <Listed
      label="Failed API requests"
      filters={
        <Text size="sm" c="dimmed" className="prose">
          Recent API requests that returned an error. The newest 1,000 are kept.
        </Text>
      }
      query={query}
      columns={columns}
      brief={brief}
      rows={query.data?.refused_calls}
      empty={
        <EmptyState
          icon={IconCircleCheck}
          title="No failed requests"
          text="Requests with your API keys that return an error appear here."
          action={
            <Anchor href="/docs/api#errors" size="sm">
              List of error codes
            </Anchor>
          }
        />
      }
      sorting={sortingOf(refusedCallSort(sort), onFilter)}
      onOffset={(next, step) => onFilter({ offset: next }, step)}
      csvHref={csvHref(accountId, "refused-calls", {})}
    />
  );
}
