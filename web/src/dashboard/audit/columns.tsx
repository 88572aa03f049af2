import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { AuditEntryRow } from "tributary-sdk/pages";
import type { Column } from "../../ui/table/columns.ts";
import { RowLink } from "../../ui/table/row-link.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import type { AuditSearch } from "./search.ts";
import { actorText, actionText, factName, factText } from "../../words/audit.ts";

/** Opening an entry is a step in the browser's history: back closes it, and its address can be passed on. */
export function useAuditColumns(filter: AuditSearch): readonly Column<AuditEntryRow>[] {
  const { id: accountId } = useAccount();
  return [
    {
      id: "action",
      header: "What",
      cell: (row) => (
        <>
          <RowLink
            link={{
              to: "/dashboard/$accountId/settings/audit-log",
              params: { accountId },
              search: { ...filter, entry: row.id },
              resetScroll: false,
            }}
          >
            {actionText(row.action)}
          </RowLink>
          {row.subject.kind !== "account" && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
              {row.subject.name ?? row.subject.id}
            </Text>
          )}
        </>
      ),
    },
    { id: "change", header: "Change", cell: (row) => <Change row={row} /> },
    { id: "actor", header: "Who", cell: ({ actor }) => actorText(actor) },
    { id: "address", header: "From", wideOnly: true, cell: ({ address }) => address ?? "" },
    { id: "at", header: "When", cell: ({ at }) => <When at={at} /> },
  ];
}

const SHOWN = 2;

/** The first few, for those who look for one. The rest is in the entry, and ids are too. */
function Change({ row: { before, after, subject } }: { row: AuditEntryRow }): ReactNode {
  const moved = (name: string): boolean => !before || !after || factText(before[name]) !== factText(after[name]);
  const textOf = (name: string): string =>
    [before, after].flatMap((side) => (side ? factText(side[name]) : [])).join(" → ");
  const names = Object.keys(after ?? before ?? {}).filter(moved);
  const telling = names.filter((name) => !name.endsWith("_id") && textOf(name) !== subject.name).slice(0, SHOWN);
  const more = names.length - telling.length;
  return (
    <>
      {telling.map((name) => (
        <Text key={name} size="sm" style={{ overflowWrap: "anywhere" }}>
          {factName(name)}: {textOf(name)}
        </Text>
      ))}
      {telling.length > 0 && more > 0 && (
        <Text size="xs" c="dimmed">
          and {more} more
        </Text>
      )}
    </>
  );
}
