import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { ClaimState, PortalClaim } from "tributary-sdk/pages";
import { ownClaimsQuery } from "../../api/portal.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { sentenceCase } from "../../format/sentence-case.ts";
import { localized } from "../../format/server-text.ts";
import { given } from "../../format/without-undefined.ts";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { badgeColumn, sortable, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { claimTones } from "../../words/tones.ts";

const stateWords: Readonly<Record<ClaimState, string>> = {
  open: "open",
  answered: "answered",
  converted: "recorded",
  asked: "not sent to the merchant",
};
const choices = (Object.keys(stateWords) as ClaimState[]).map((value) => ({
  value,
  label: sentenceCase(stateWords[value]),
}));

const columns: readonly Column<PortalClaim>[] = [
  {
    id: "order",
    header: "Order ID",
    sort: "order",
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
  sortable(badgeColumn("status", "Status", ({ state }) => [claimTones[state], stateWords[state]])),
  sortable(whenColumn("asked", "Asked", (claim) => claim.opened_at ?? claim.asked_at)),
  { id: "answer", header: "Answer", cell: (claim) => <Answer claim={claim} /> },
];

/** The answer is text to read, so it keeps its own lines. */
const brief = (claim: PortalClaim): Brief => ({
  title: claim.external_id,
  amount: <StatusBadge tone={claimTones[claim.state]}>{stateWords[claim.state]}</StatusBadge>,
  note: (
    <>
      {claim.campaign_name} · <When at={claim.opened_at ?? claim.asked_at} />
    </>
  ),
  more: <Answer claim={claim} />,
});

export function OwnClaims(): ReactNode {
  const { filter, onFilter } = useFilter("/portal/claims");
  const { state, sort, offset } = filter;
  const query = useList(ownClaimsQuery(given({ state, sort, offset })));
  return (
    <Listed
      label="Your missing-sale claims"
      filters={
        <FilterBar active={state ? 1 : 0}>
          <ChoiceFilter
            label="Status"
            choices={choices}
            value={state}
            width={200}
            onChange={(next) => onFilter({ state: next })}
          />
        </FilterBar>
      }
      query={query}
      columns={columns}
      brief={brief}
      rows={query.data?.claims}
      empty={state ? "No claims with this status." : "Your claims and the merchants' answers appear here."}
      sorting={sortingOf(sort, onFilter)}
      onOffset={(next, step) => onFilter({ offset: next }, step)}
    />
  );
}

/** The merchant's answer and the conversion, or the automatic finding. */
function Answer({ claim }: { claim: PortalClaim }): ReactNode {
  const { conversion_id: conversionId } = claim;
  return (
    <>
      <Text size="sm" className="breakable" {...(claim.answer === null ? { c: "dimmed" } : {})}>
        {claim.answer ??
          (claim.state === "asked" ? localized(claim.finding.text) : conversionId === null ? "No answer yet" : "")}
      </Text>
      {conversionId !== null && (
        <AnchorLink to="/portal/conversions/$conversionId" params={{ conversionId }} size="sm">
          View conversion
        </AnchorLink>
      )}
    </>
  );
}
