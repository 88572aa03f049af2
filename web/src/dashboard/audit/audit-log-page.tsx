import { IconHistory } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { csvHref } from "../../api/account.ts";
import { auditLogQuery } from "../../api/audit.ts";
import { given } from "../../format/without-undefined.ts";
import { useFilter, type OnFilter } from "../../ui/filter/use-filter.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, NoPermission } from "../../ui/states.tsx";
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
      note="Every change in this account: who made it, what changed, when, and from which IP address. Entries are kept forever. IP addresses and browsers are deleted after 180 days."
      back={{ label: "Settings", link: { to: "/dashboard/$accountId/settings", params: { accountId } } }}
    >
      {canManage ? <AuditLog /> : <NoPermission text="Only owners and managers can see the audit log." />}
    </Page>
  );
}

function AuditLog(): ReactNode {
  const { id: accountId } = useAccount();
  const { filter, onFilter } = useFilter(FROM);
  const { offset: _page, entry: openId, sort, ...whole } = filter;
  // Ignore an unknown action in the URL.
  const action = whole.action && auditActions.includes(whole.action) ? whole.action : undefined;
  const auditQuery = auditQueryOf(given({ ...whole, action }));
  const query = useList(auditLogQuery(accountId, given({ ...auditQuery, sort, offset: filter.offset })));
  const list = useAuditColumns(filter);
  const rows = query.data?.audit_log;
  const change: OnFilter<AuditSearch> = (changes, step) => onFilter({ entry: undefined, ...changes }, step);
  // Replaces the URL: the back button must not open the entry again.
  const close = (): void => change({ offset: filter.offset }, { replace: true });
  return (
    <>
      <Listed
        label="Audit log"
        filters={<AuditFilters filter={whole} subjectName={rows?.[0]?.subject.name ?? undefined} onFilter={change} />}
        filtered={{ by: whole, noun: "entries" }}
        query={query}
        {...list}
        rows={rows}
        empty={
          <EmptyState
            icon={IconHistory}
            title="No changes yet"
            text="Changes that members make in this account appear here."
          />
        }
        sorting={sortingOf(sort, change)}
        onOffset={(offset, step) => change({ offset }, step)}
        csvHref={csvHref(accountId, "audit-log", auditQuery)}
      />
      <EntryDialog entry={rows?.find(({ id }) => id === openId)} onClose={close} />
    </>
  );
}
