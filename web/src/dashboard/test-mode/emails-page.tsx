import { Text } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { TestMailRow } from "tributary-sdk/pages";
import { testMailsQuery } from "../../api/test-mode.ts";
import { given } from "../../format/without-undefined.ts";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, NoPermission } from "../../ui/states.tsx";
import { whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { Listed, useList } from "../../ui/table/listed.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";

const NOTE = "Emails of this test account are stored here instead of sent. The newest 1,000 are kept.";

/** What a test account would have sent. */
export function EmailsPage(): ReactNode {
  const { test, canManage } = useAccount();
  if (!test)
    return (
      <Page title="Emails">
        <EmptyState icon={IconMail} title="Only in test mode" text="Emails of a live account are sent, not stored." />
      </Page>
    );
  return (
    <Page title="Emails" note={NOTE}>
      {canManage ? (
        <EmailList />
      ) : (
        <NoPermission text="Links in emails allow acting as their reader, so only owners and managers can see them." />
      )}
    </Page>
  );
}

function EmailList(): ReactNode {
  const { id: accountId } = useAccount();
  const { filter, onFilter } = useFilter("/dashboard/$accountId/emails");
  const query = useList(testMailsQuery(accountId, given({ offset: filter.offset })));
  return (
    <Listed
      label="Emails"
      query={query}
      columns={useColumns()}
      brief={useBrief()}
      rows={query.data?.test_mails}
      empty={
        <EmptyState
          icon={IconMail}
          title="No emails yet"
          text="Invitations and notices of this test account appear here. Invite an affiliate to see the first."
        />
      }
      onOffset={(offset, step) => onFilter({ offset }, step)}
    />
  );
}

function Subject({ row }: { row: TestMailRow }): ReactNode {
  const { id: accountId } = useAccount();
  return (
    <AnchorLink
      to="/dashboard/$accountId/emails/$emailId"
      params={{ accountId, emailId: row.id }}
      size="sm"
      fw={500}
      className="words"
    >
      {row.subject}
    </AnchorLink>
  );
}

const useColumns = (): readonly Column<TestMailRow>[] => [
  { id: "subject", header: "Subject", cell: (row) => <Subject row={row} /> },
  {
    id: "to",
    header: "To",
    cell: ({ to }) => (
      <Text span size="sm" className="email" title={to}>
        {to}
      </Text>
    ),
  },
  whenColumn("created", "When", ({ created_at: at }) => at),
];

const useBrief =
  () =>
  (row: TestMailRow): Brief => ({
    title: <Subject row={row} />,
    note: (
      <>
        <When at={row.created_at} /> · {row.to}
      </>
    ),
  });
