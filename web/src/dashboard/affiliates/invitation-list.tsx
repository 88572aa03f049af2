import { Modal } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { invitationStates } from "tributary-sdk/words";
import type { InvitationRow, InvitationsQuery, InvitedAnswer } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { invitationsQuery, renewInvitation, withdrawInvitation } from "../../api/affiliates.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { RemoteFilter } from "../../ui/filter/remote-filter.tsx";
import { RowMenu, type RowAction } from "../../ui/table/row-menu.tsx";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { useCampaignChoices, useCampaignName } from "../shared/choices.ts";
import { invitationTones } from "../../words/tones.ts";
import { InviteResults } from "./invite-results.tsx";

type Filter = Pick<InvitationsQuery, "campaign_id" | "state" | "offset">;
type Changes = { [key in keyof Filter]?: Filter[key] | undefined };

const stateChoices = invitationStates.map((value) => ({ value, label: value }));

interface InvitationListProps {
  readonly filter: Filter;
  readonly onFilter: (changes: Changes) => void;
  readonly invite: ReactNode;
}

export function InvitationList({ filter, onFilter, invite }: InvitationListProps): ReactNode {
  const { id: accountId } = useAccount();
  const [renewed, setRenewed] = useState<InvitedAnswer>();
  const query = useQuery({ ...invitationsQuery(accountId, filter), placeholderData: keepPreviousData });
  const columns = useColumns(setRenewed);
  const set = (changes: Changes): void => onFilter({ ...filter, offset: undefined, ...changes });
  const filtered = filter.state !== undefined || filter.campaign_id !== undefined;
  const { offset: _offset, ...whole } = filter;
  return (
    <>
      <FilterBar active={Number(filter.state !== undefined) + Number(filter.campaign_id !== undefined)}>
        <ChoiceFilter
          label="State"
          choices={stateChoices}
          value={filter.state}
          onChange={(state) => set({ state: state as Filter["state"] })}
        />
        <RemoteFilter
          label="Campaign"
          value={filter.campaign_id}
          onChange={(campaign_id) => set({ campaign_id })}
          useChoices={useCampaignChoices}
          useNameOf={useCampaignName}
        />
      </FilterBar>
      {query.error ? (
        <ProblemState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <DataTable
            label="Invitations"
            columns={columns}
            rows={query.data?.invitations}
            rowId={({ id }) => id}
            busy={query.isPlaceholderData}
            empty={filtered ? <NoneMatch /> : <NoneYet invite={invite} />}
          />
          <TableFoot
            span={query.data?.pagination}
            onOffset={(offset) => set({ offset: offset > 0 ? offset : undefined })}
            csvHref={csvHref(accountId, "invitations", whole)}
          />
        </>
      )}
      <Modal
        opened={renewed !== undefined}
        onClose={() => setRenewed(undefined)}
        title="New link"
        size="lg"
        closeOnClickOutside={false}
      >
        {renewed && <InviteResults results={[renewed]} onClose={() => setRenewed(undefined)} />}
      </Modal>
    </>
  );
}

const NoneMatch = (): ReactNode => <EmptyState title="No invitation matches" text="Take a filter away to see more." />;

function NoneYet({ invite }: { invite: ReactNode }): ReactNode {
  return (
    <EmptyState
      icon={IconMail}
      title="No invitations yet"
      text="Each one is a link for one person, valid for 7 days."
      action={invite}
    />
  );
}

function useColumns(onRenewed: (answer: InvitedAnswer) => void): readonly Column<InvitationRow>[] {
  const actionsOf = useInvitationActions(onRenewed);
  return [
    { id: "email", header: "Invited", cell: (row) => row.email },
    {
      id: "state",
      header: "State",
      cell: ({ state }) => <StatusBadge tone={invitationTones[state]}>{state}</StatusBadge>,
    },
    { id: "campaign", header: "Campaign", cell: (row) => row.campaign_name },
    { id: "created", header: "Invited on", cell: (row) => <When at={row.created_at} /> },
    {
      id: "expires",
      header: "Valid until",
      cell: (row) => (row.state === "open" || row.state === "expired" ? <When at={row.expires_at} /> : "–"),
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (row) => <RowMenu of={`the invitation of ${row.email}`} actions={actionsOf(row)} />,
    },
  ];
}

function useInvitationActions(onRenewed: (answer: InvitedAnswer) => void): (row: InvitationRow) => RowAction[] {
  const { id: accountId, canManage } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  return (row) => {
    if (!canManage || (row.state !== "open" && row.state !== "expired")) return [];
    return [
      {
        label: "Renew link",
        run: async () =>
          onRenewed(
            await change(renewInvitation(accountId, row.id), () => `A new link for ${row.email}; the old one is void.`),
          ),
      },
      {
        label: "Withdraw invitation",
        dangerous: true,
        run: () =>
          confirm({
            title: `Withdraw the invitation of ${row.email}?`,
            body: "Their link stops working at once.",
            action: "Withdraw invitation",
            dangerous: true,
            run: () => change(withdrawInvitation(accountId, row.id), () => `Withdrew the invitation of ${row.email}.`),
          }),
      },
    ];
  };
}
