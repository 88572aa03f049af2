import { Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { RefusedCallRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { refusedCallsQuery } from "../../api/developers.ts";
import { CopyIcon } from "../../ui/copy.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";

interface RefusedCallsProps {
  readonly offset: number | undefined;
  readonly onOffset: (offset: number) => void;
}

const SERVER_ERROR = 500;

const columns: readonly Column<RefusedCallRow>[] = [
  {
    id: "call",
    header: "Call",
    cell: (row) => (
      <Text span size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
        {row.method} {row.path}
      </Text>
    ),
  },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <StatusBadge tone={status >= SERVER_ERROR ? "bad" : "warning"}>{String(status)}</StatusBadge>,
  },
  {
    id: "error",
    header: "Answer",
    cell: (row) => (
      <>
        {row.error}
        <Text size="xs" c="dimmed">
          {row.code}
        </Text>
      </>
    ),
  },
  { id: "key", header: "Key", cell: ({ key }) => key.name },
  { id: "at", header: "When", cell: ({ at }) => <When at={at} /> },
  {
    id: "actions",
    header: "",
    align: "right",
    cell: (row) => <CopyIcon value={row.request_id} what={`request id ${row.request_id}`} />,
  },
];

/** What the account's own programs did wrong, so that nobody has to look for it in their logs. */
export function RefusedCalls({ offset, onOffset }: RefusedCallsProps): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery({
    ...refusedCallsQuery(accountId, offset === undefined ? {} : { offset }),
    placeholderData: keepPreviousData,
  });
  if (query.error) return <ProblemState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <Text size="sm" c="dimmed" className="prose">
        The last calls of the API that were not answered with 200. The newest 1,000 are kept.
      </Text>
      <DataTable
        label="Failed API calls"
        columns={columns}
        rows={query.data?.refused_calls}
        rowId={({ id }) => id}
        busy={query.isPlaceholderData}
        empty={
          <EmptyState
            icon={IconCircleCheck}
            title="No failed calls"
            text="Every call with your keys was answered with 200."
          />
        }
      />
      <TableFoot span={query.data?.pagination} onOffset={onOffset} csvHref={csvHref(accountId, "refused-calls", {})} />
    </>
  );
}
