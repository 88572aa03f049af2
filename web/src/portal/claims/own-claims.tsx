import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ClaimState, PortalClaim } from "tributary-sdk/pages";
import { ownClaimsQuery } from "../../api/portal.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { given } from "../../format/without-undefined.ts";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { badgeColumn, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { Listed, useList } from "../../ui/table/listed.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { claimTones } from "../../words/tones.ts";

const stateWords: Readonly<Record<ClaimState, string>> = {
  open: "open",
  answered: "answered",
  converted: "recorded",
  asked: "asked the service only",
};
const choices = (Object.keys(stateWords) as ClaimState[]).map((value) => ({ value, label: stateWords[value] }));

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
  badgeColumn("state", "State", ({ state }) => [claimTones[state], stateWords[state]]),
  whenColumn("asked", "Asked", (claim) => claim.opened_at ?? claim.asked_at),
  { id: "answer", header: "Answer", cell: (claim) => <Answer claim={claim} /> },
];

export function OwnClaims(): ReactNode {
  const { filter, onFilter } = useFilter("/portal/claims");
  const { state, offset } = filter;
  const query = useList(ownClaimsQuery(given({ state, offset })));
  return (
    <Listed
      label="Your claims"
      filters={
        <FilterBar active={state ? 1 : 0}>
          <ChoiceFilter
            label="State"
            choices={choices}
            value={state}
            width={200}
            onChange={(next) => onFilter({ state: next })}
          />
        </FilterBar>
      }
      query={query}
      columns={columns}
      rows={query.data?.claims}
      empty={state ? "No claim in this state." : "You have asked no merchant yet."}
      onOffset={(next) => onFilter({ offset: next })}
    />
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
