import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { AuditEntryRow } from "tributary-sdk/pages";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { RowLink } from "../../ui/table/row-link.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import type { AuditSearch } from "./search.ts";
import { actorText, actionText, factName, factText } from "../../words/audit.ts";

interface AuditColumns {
  readonly columns: readonly Column<AuditEntryRow>[];
  readonly brief: (row: AuditEntryRow) => Brief;
}

/** An open entry is part of the URL, so the back button closes it and the URL can be shared. */
export function useAuditColumns(filter: AuditSearch): AuditColumns {
  const { id: accountId } = useAccount();
  const linkOf = (row: AuditEntryRow): ReactNode => (
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
  );
  const brief = (row: AuditEntryRow): Brief => ({
    title: linkOf(row),
    // People who sign in are both, and are named once.
    note: [...new Set([subjectText(row), actorText(row.actor)])].filter((text) => text !== undefined).join(" · "),
    badge: <When at={row.at} />,
  });
  const columns: Column<AuditEntryRow>[] = [
    {
      id: "action",
      header: "Action",
      cell: (row) => (
        <>
          {linkOf(row)}
          <Text size="xs" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {subjectText(row)}
          </Text>
        </>
      ),
    },
    { id: "change", header: "Change", cell: (row) => <Change row={row} /> },
    { id: "actor", header: "Who", cell: ({ actor }) => actorText(actor) },
    { id: "address", header: "IP address", wideOnly: true, cell: ({ address }) => address ?? "" },
    { id: "at", header: "When", sort: "at", sortDown: true, cell: ({ at }) => <When at={at} /> },
  ];
  return { columns, brief };
}

/** Of a change to the account itself, the action says enough. */
const subjectText = ({ subject }: AuditEntryRow): string | undefined =>
  subject.kind === "account" ? undefined : (subject.name ?? subject.id);

const SHOWN_MAX = 2;

/** The first changed fields. The open entry shows all of them, with IDs. */
function Change({ row: { before, after, subject } }: { row: AuditEntryRow }): ReactNode {
  const isChanged = (name: string): boolean => !before || !after || factText(before[name]) !== factText(after[name]);
  const textOf = (name: string): string =>
    [before, after].flatMap((side) => (side ? factText(side[name]) : [])).join(" → ");
  const names = Object.keys(after ?? before ?? {}).filter(isChanged);
  const shown = names.filter((name) => !name.endsWith("_id") && textOf(name) !== subject.name).slice(0, SHOWN_MAX);
  const more = names.length - shown.length;
  return (
    <>
      {shown.map((name) => (
        <Text key={name} size="sm" style={{ overflowWrap: "anywhere" }}>
          {factName(name)}: {textOf(name)}
        </Text>
      ))}
      {shown.length > 0 && more > 0 && (
        <Text size="xs" c="dimmed">
          and {more} more
        </Text>
      )}
    </>
  );
}
