import { IconHistory } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { csvHref } from "../../api/account.ts";
import { auditLogQuery } from "../../api/audit.ts";
import { given } from "../../format/without-undefined.ts";
import { useFilter, type Changes } from "../../ui/filter/use-filter.ts";
import { Listed, useList } from "../../ui/table/listed.tsx";
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
      note="Every change in this account: who, what, when and from where. Entries stay for ever; where they came from is forgotten after 180 days."
      back={{ label: "Settings", link: { to: "/dashboard/$accountId/settings", params: { accountId } } }}
    >
      {canManage ? <AuditLog /> : <NoPermission text="Owners and managers of the account read its audit log." />}
    </Page>
  );
}

function AuditLog(): ReactNode {
  const { id: accountId } = useAccount();
  const { filter, onFilter } = useFilter(FROM);
  const { offset: _page, entry: openId, ...whole } = filter;
  // An action that the service does not know is no filter.
  const action = whole.action && auditActions.includes(whole.action) ? whole.action : undefined;
  const asked = auditQueryOf(given({ ...whole, action }));
  const query = useList(auditLogQuery(accountId, given({ ...asked, offset: filter.offset })));
  const columns = useAuditColumns(filter);
  const rows = query.data?.audit_log;
  const change = (changes: Changes<AuditSearch>): void => onFilter({ entry: undefined, ...changes });
  return (
    <>
      <Listed
        label="Audit log"
        filters={<AuditFilters filter={whole} subjectName={rows?.[0]?.subject.name ?? undefined} onFilter={change} />}
        filtered={{ by: whole, noun: "entries" }}
        query={query}
        columns={columns}
        rows={rows}
        empty={
          <EmptyState
            icon={IconHistory}
            title="Nothing has been changed yet"
            text="Whatever somebody changes in this account will stand here."
          />
        }
        onOffset={(offset) => change({ offset })}
        csvHref={csvHref(accountId, "audit-log", asked)}
      />
      <EntryDialog entry={rows?.find(({ id }) => id === openId)} onClose={() => change({ offset: filter.offset })} />
    </>
  );
}
