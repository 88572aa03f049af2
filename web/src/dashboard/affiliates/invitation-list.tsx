import { Text } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import type { InvitationRow, InvitedResponse } from "tributary-sdk/pages";
import { invitationStates } from "tributary-sdk/words";
import { csvHref } from "../../api/account.ts";
import { invitationsQuery, renewInvitation, withdrawInvitation } from "../../api/affiliates.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { actionsColumn, badgeColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import type { OnFilter } from "../../ui/filter/use-filter.ts";
import { given } from "../../format/without-undefined.ts";
import { RowActions } from "../../ui/table/row-actions.tsx";
import type { RowAction } from "../../ui/table/row-menu.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import type { Tone } from "../../words/tones.ts";
import { useAccount, useChange } from "../shared/account.ts";
import { CampaignFilter } from "../shared/filters.tsx";
import { invitationTones } from "../../words/tones.ts";
import { ApplicationSummary } from "./application.tsx";
import { InviteResults } from "./invite-results.tsx";
import { invitationSort, type AffiliatesSearch } from "./search.ts";

type Filter = Pick<AffiliatesSearch, "campaign_id" | "state" | "sort" | "offset">;

interface InvitationListProps {
  readonly filter: Filter;
  readonly onFilter: OnFilter<Filter>;
  readonly invite: ReactNode;
}

export function InvitationList({ filter, onFilter, invite }: InvitationListProps): ReactNode {
  const { id: accountId } = useAccount();
  const [renewed, setRenewed] = useState<InvitedResponse>();
  const { campaign_id, state, sort, offset } = filter;
  const whole = given({ campaign_id, state });
  const query = useList(invitationsQuery(accountId, given({ ...whole, offset, sort: invitationSort(sort) })));
  const actionsOf = useInvitationActions(setRenewed);
  const close = (): void => setRenewed(undefined);
  return (
    <>
      <Listed
        label="Invitations"
        filters={
          <FilterBar active={Object.keys(whole).length}>
            <ChoiceFilter
              label="Status"
              choices={invitationStates}
              value={state}
              onChange={(next) => onFilter({ state: next })}
            />
            <CampaignFilter value={campaign_id} onChange={(id) => onFilter({ campaign_id: id })} />
          </FilterBar>
        }
        filtered={{ by: whole, noun: "invitations" }}
        query={query}
        columns={columnsWith(actionsOf)}
        brief={briefWith(actionsOf)}
        rows={query.data?.invitations}
        empty={
          <EmptyState
            icon={IconMail}
            title="No invitations yet"
            text="Invitations appear here. Each one is a link for one person, valid for 7 days."
            action={invite}
          />
        }
        sorting={sortingOf(invitationSort(sort), onFilter)}
        onOffset={(next, step) => onFilter({ offset: next }, step)}
        csvHref={csvHref(accountId, "invitations", whole)}
      />
      <Dialog opened={renewed !== undefined} onClose={close} title="New link" size="lg" closeOnClickOutside={false}>
        {renewed && <InviteResults results={[renewed]} onClose={close} />}
      </Dialog>
    </>
  );
}

type ActionsOf = ReturnType<typeof useInvitationActions>;

function columnsWith(actionsOf: ActionsOf): readonly Column<InvitationRow>[] {
  return [
    {
      id: "email",
      header: "Email",
      sort: "email",
      cell: (row) => (
        <>
          {row.email}
          <Applicant row={row} />
        </>
      ),
    },
    sortable(badgeColumn("status", "Status", badgeOf)),
    { id: "campaign", header: "Campaign", sort: "campaign", cell: (row) => row.campaign_name },
    sortable(whenColumn("created", "Invited", (row) => row.created_at)),
    {
      id: "expires",
      header: "Expires",
      sort: "expires",
      sortDown: true,
      cell: (row) =>
        (row.state === "open" || row.state === "expired") && !awaitsLink(row) ? <When at={row.expires_at} /> : "–",
    },
    actionsColumn((row) => <Actions row={row} actions={actionsOf(row)} />),
  ];
}

/** The rows on a phone. */
const briefWith =
  (actionsOf: ActionsOf) =>
  (row: InvitationRow): Brief => {
    const [tone, word] = badgeOf(row);
    return {
      title: row.email,
      note: (
        <>
          {row.campaign_name} · <When at={row.created_at} />
        </>
      ),
      badge: <StatusBadge tone={tone}>{word}</StatusBadge>,
      more: <Applicant row={row} />,
      action: <Actions row={row} actions={actionsOf(row)} />,
    };
  };

const badgeOf = (row: InvitationRow): readonly [tone: Tone, word: string] =>
  awaitsLink(row) ? ["waiting", "applied"] : [invitationTones[row.state], row.state];

const Actions = ({ row, actions }: { row: InvitationRow; actions: RowAction[] }): ReactNode => (
  <RowActions
    of={`the invitation for ${row.email}`}
    actions={actions}
    approve={awaitsLink(row) ? actions[0] : undefined}
    approveLabel={`Create a link for ${row.email}`}
    approveText="Create link"
  />
);

/** The person applied, and nobody has sent them a link since. */
const awaitsLink = ({ state, created_at: invitedAt, application }: InvitationRow): boolean =>
  (state === "open" || state === "expired") && application !== null && invitedAt <= application.applied_at;

function Applicant({ row: { application } }: { row: InvitationRow }): ReactNode {
  if (!application) return null;
  return (
    <Text component="div" size="xs" c="dimmed">
      {application.name}
      <ApplicationSummary application={application} />
    </Text>
  );
}

function useInvitationActions(onRenewed: (invited: InvitedResponse) => void): (row: InvitationRow) => RowAction[] {
  const { id: accountId, canManage } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  // Until the list has been read again, it still has these as open.
  const [ended, setEnded] = useState<readonly string[]>([]);
  const withdraw = async (row: InvitationRow): Promise<void> => {
    await change(withdrawInvitation(accountId, row.id), () =>
      awaitsLink(row) ? `Declined the application of ${row.email}.` : `Withdrew the invitation for ${row.email}.`,
    );
    setEnded((ids) => [...ids, row.id]);
  };
  return (row) => {
    if (!canManage || (row.state !== "open" && row.state !== "expired") || ended.includes(row.id)) return [];
    return [
      {
        label: awaitsLink(row) ? "Create link" : "Renew link",
        run: async () => {
          const renewed = await change(renewInvitation(accountId, row.id), () =>
            awaitsLink(row)
              ? `Created a link for ${row.email}.`
              : `Created a new link for ${row.email}. The old one no longer works.`,
          );
          setEnded((ids) => [...ids, row.id]);
          onRenewed(renewed);
        },
      },
      {
        label: awaitsLink(row) ? "Decline application" : "Withdraw invitation",
        dangerous: true,
        run: () => confirm({ ...withdrawal(row), dangerous: true, run: () => withdraw(row) }),
      },
    ];
  };
}

const withdrawal = (row: InvitationRow) =>
  awaitsLink(row)
    ? {
        title: `Decline the application of ${row.email}?`,
        body: "They are not notified, and can apply again.",
        action: "Decline application",
      }
    : {
        title: `Withdraw the invitation for ${row.email}?`,
        body: "Their link stops working immediately.",
        action: "Withdraw invitation",
      };
