import { Button, Skeleton } from "@mantine/core";
import { lazy, Suspense, type ReactNode } from "react";
import { conversionStatuses } from "tributary-sdk/words";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { CampaignFilter } from "../campaigns/campaign-filter.tsx";
import type { OwnConversionsSearch } from "./search.ts";

const DateSpan = lazy(() =>
  import("../../ui/filter/date-span.tsx").then(({ DateSpan: component }) => ({ default: component })),
);

const statusChoices = conversionStatuses.map((value) => ({ value, label: value }));

type Filter = Omit<OwnConversionsSearch, "offset">;
type Changes = { [key in keyof Filter]?: Filter[key] | undefined };

interface FiltersProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
}

export function OwnConversionFilters({ filter, onFilter }: FiltersProps): ReactNode {
  const set = (changes: Changes): void =>
    onFilter(Object.fromEntries(Object.entries({ ...filter, ...changes }).filter(([, value]) => value !== undefined)));
  const active = Object.keys(filter).length;
  return (
    <FilterBar active={active}>
      <ChoiceFilter
        label="Status"
        width={120}
        choices={statusChoices}
        value={filter.status}
        onChange={(status) => set({ status: status as Filter["status"] })}
      />
      <CampaignFilter value={filter.campaign_id} onChange={(campaign_id) => set({ campaign_id })} />
      <Suspense fallback={<Skeleton h={36} w={{ base: "calc(50% - 5px)", sm: 160 }} />}>
        <DateSpan label="Days (UTC)" from={filter.from} to={filter.to} onChange={(from, to) => set({ from, to })} />
      </Suspense>
      {active > 0 && (
        <Button variant="subtle" size="sm" onClick={() => onFilter({})}>
          Clear filters
        </Button>
      )}
    </FilterBar>
  );
}
