import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { IconHistory } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { csvHref } from "../../api/account.ts";
import { auditLogQuery } from "../../api/audit.ts";
import type { Query } from "../../api/http.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, NoPermission, ProblemState } from "../../ui/states.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { useAccount } from "../shared/account.ts";
import { useAuditColumns } from "./columns.tsx";
import { EntryDialog } from "./entry-dialog.tsx";
import { AuditFilters } from "./filters.tsx";
import { auditQueryOf, type AuditSearch } from "./search.ts";
import { auditActions } from "../../words/audit.ts";

const FROM = "/dashboard/$accountId/settings/audit-log";

export function AuditLogPage(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  return (
    <Page
      title="Audit log"
      note="Every change in this account: who, what, when and from where. Entries stay for ever; where they came from is forgotten after 180 days."
      back={{ label: "Settings", link: { to: "/dashboard/$accountId/settings", params: { accountId } } }}
    >
      {canManage ? <AuditLog /> : <NoPermission text="Owners and managers of the account read its audit log." />}
    </Page>
  );
}

function AuditLog(): ReactNode {
  const { id: accountId } = useAccount();
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const go = (next: AuditSearch): void => void navigate({ search: next, replace: true });
  // A word that the service does not know is no filter.
  const isKnown = search.action === undefined || auditActions.includes(search.action);
  const asked = auditQueryOf(isKnown ? search : { ...search, action: undefined });
  const query = useQuery({ ...auditLogQuery(accountId, asked), placeholderData: keepPreviousData });
  const columns = useAuditColumns(search);
  const rows = query.data?.audit_log;
  const { offset: _offset, entry: openId, ...filter } = search;
  const { offset: _first, ...whole } = asked;
  return (
    <>
      <AuditFilters search={filter} subjectName={rows?.[0]?.subject.name ?? undefined} onSearch={go} />
      {query.error ? (
        <ProblemState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <DataTable
            label="Audit log"
            columns={columns}
            rows={rows}
            rowId={({ id }) => id}
            busy={query.isPlaceholderData}
            empty={<Empty filtered={Object.keys(filter).length > 0} />}
          />
          <TableFoot
            span={query.data?.pagination}
            onOffset={(offset) => go(offset > 0 ? { ...filter, offset } : filter)}
            csvHref={csvHref(accountId, "audit-log", whole as Query)}
          />
        </>
      )}
      <EntryDialog
        entry={rows?.find(({ id }) => id === openId)}
        onClose={() => go(search.offset === undefined ? filter : { ...filter, offset: search.offset })}
      />
    </>
  );
}

function Empty({ filtered }: { filtered: boolean }): ReactNode {
  if (filtered) return <EmptyState title="No entry matches" text="Take a filter away to see more." />;
  return (
    <EmptyState
      icon={IconHistory}
      title="Nothing has been changed yet"
      text="Whatever somebody changes in this account will stand here."
    />
  );
}
