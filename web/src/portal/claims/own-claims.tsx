import { Text } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ClaimState, PortalClaim } from "tributary-sdk/pages";
import { ownClaimsQuery } from "../../api/portal.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { ProblemState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { When } from "../../ui/when.tsx";
import { claimStates, type OwnClaimsSearch } from "./search.ts";
import { claimTones } from "../../words/tones.ts";

const FROM = "/portal/claims";

const stateWords: Readonly<Record<ClaimState, string>> = {
  asked: "asked the service only",
  open: "open",
  answered: "answered",
  converted: "recorded",
};
const choices = claimStates.map((value) => ({ value, label: stateWords[value] }));

const columns: readonly Column<PortalClaim>[] = [
  {
    id: "order",
    header: "Order id",
    cell: (claim) => (
      <>
        <Text span inherit fw={500}>
          {claim.external_id}
        </Text>
        <Text size="xs" c="dimmed">
          {claim.campaign_name} · {claim.merchant_name}
        </Text>
      </>
    ),
  },
  {
    id: "state",
    header: "State",
    cell: ({ state }) => <StatusBadge tone={claimTones[state]}>{stateWords[state]}</StatusBadge>,
  },
  { id: "asked", header: "Asked", cell: (claim) => <When at={claim.opened_at ?? claim.asked_at} /> },
  { id: "answer", header: "Answer", cell: (claim) => <Answer claim={claim} /> },
];

export function OwnClaims(): ReactNode {
  const { state, offset } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const asked = { ...(state ? { state } : {}), ...(offset === undefined ? {} : { offset }) };
  const query = useQuery({ ...ownClaimsQuery(asked), placeholderData: keepPreviousData });
  const go = (search: OwnClaimsSearch): void => void navigate({ search, replace: true });
  if (query.error) return <ProblemState error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <>
      <FilterBar active={state ? 1 : 0}>
        <ChoiceFilter
          label="State"
          choices={choices}
          value={state}
          width={200}
          onChange={(next) => go(next === undefined ? {} : { state: next as ClaimState })}
        />
      </FilterBar>
      <DataTable
        label="Your claims"
        columns={columns}
        rows={query.data?.claims}
        rowId={({ id }) => id}
        busy={query.isPlaceholderData}
        empty={
          <Text size="sm" c="dimmed">
            {state ? "No claim in this state." : "You have asked no merchant yet."}
          </Text>
        }
      />
      <TableFoot
        span={query.data?.pagination}
        onOffset={(next) => go({ ...(state ? { state } : {}), ...(next > 0 ? { offset: next } : {}) })}
      />
    </>
  );
}

/** The merchant's words, what it became, or what the service said meanwhile. */
function Answer({ claim }: { claim: PortalClaim }): ReactNode {
  const { conversion_id: conversionId } = claim;
  return (
    <>
      <Text size="sm" className="breakable" {...(claim.answer === null ? { c: "dimmed" } : {})}>
        {claim.answer ?? (claim.state === "asked" ? claim.finding.text : conversionId === null ? "none yet" : "")}
      </Text>
      {conversionId !== null && (
        <AnchorLink to="/portal/conversions/$conversionId" params={{ conversionId }} size="sm">
          Open the conversion
        </AnchorLink>
      )}
    </>
  );
}
