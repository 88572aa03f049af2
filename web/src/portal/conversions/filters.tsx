import type { ReactNode } from "react";
import { conversionStatuses } from "tributary-sdk/words";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { DayFilter } from "../../ui/filter/day-filter.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { withoutAll, type Changes } from "../../ui/filter/use-filter.ts";
import { conversionWords } from "../../words/tones.ts";
import { CampaignFilter } from "../campaigns/campaign-filter.tsx";
import type { OwnConversionsSearch } from "./search.ts";

interface FiltersProps {
  readonly filter: Omit<OwnConversionsSearch, "offset">;
  readonly onFilter: (changes: Changes<OwnConversionsSearch>) => void;
}

export function OwnConversionFilters({ filter, onFilter }: FiltersProps): ReactNode {
  const active = Object.keys(filter).length;
  return (
    <FilterBar active={active} onClear={active > 0 && (() => onFilter(withoutAll(filter)))}>
      <ChoiceFilter
        label="Status"
        width={150}
        choices={conversionStatuses.map((value) => ({ value, label: conversionWords[value] }))}
        value={filter.status}
        onChange={(status) => onFilter({ status })}
      />
      <CampaignFilter value={filter.campaign_id} onChange={(campaign_id) => onFilter({ campaign_id })} />
      <DayFilter
        label="Dates (UTC)"
        from={filter.from}
        to={filter.to}
        onChange={(from, to) => onFilter({ from, to })}
      />
    </FilterBar>
  );
}
