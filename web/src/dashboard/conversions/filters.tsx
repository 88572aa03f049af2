import type { ReactNode } from "react";
import { conversionStatuses } from "tributary-sdk/words";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { DayFilter } from "../../ui/filter/day-filter.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { SearchField } from "../../ui/filter/search-field.tsx";
import { withoutAll, type Changes } from "../../ui/filter/use-filter.ts";
import { flagWords } from "../../words/flags.ts";
import { conversionWords } from "../../words/tones.ts";
import { AffiliateFilter, CampaignFilter } from "../shared/filters.tsx";
import type { Hidden } from "./columns.tsx";
import { signFilters, type ConversionsSearch } from "./search.ts";

const statusChoices = conversionStatuses.map((value) => ({ value, label: conversionWords[value] }));

const signChoices = signFilters.map((value) => ({
  value,
  label: value === "none" ? "No flags" : value === "any" ? "Any flag" : flagWords[value].short,
}));

interface FiltersProps {
  /** Without the filter that the page sets. */
  readonly filter: ConversionsSearch;
  readonly within: Hidden | undefined;
  readonly onFilter: (changes: Changes<ConversionsSearch>) => void;
}

export function ConversionFilters({ filter, within, onFilter }: FiltersProps): ReactNode {
  const { days, external_id, ...others } = filter;
  const active = Object.keys(others).length;
  return (
    <FilterBar
      search={
        <SearchField
          label="Order ID"
          width={140}
          value={external_id}
          onChange={(text) => onFilter({ external_id: text })}
        />
      }
      active={active}
      onClear={(active > 0 || external_id !== undefined) && (() => onFilter(withoutAll(filter)))}
    >
      <ChoiceFilter
        label="Status"
        width={170}
        choices={statusChoices}
        value={filter.status}
        onChange={(status) => onFilter({ status })}
      />
      {within !== "campaign" && (
        <CampaignFilter value={filter.campaign_id} onChange={(campaign_id) => onFilter({ campaign_id })} />
      )}
      {within !== "affiliate" && (
        <AffiliateFilter value={filter.affiliate_id} onChange={(affiliate_id) => onFilter({ affiliate_id })} />
      )}
      <DayFilter
        label={days === "utc" ? "Tracked (UTC days)" : "Tracked"}
        from={filter.from}
        to={filter.to}
        onChange={(from, to) => onFilter({ from, to, days: undefined })}
      />
      <ChoiceFilter
        label="Flags"
        choices={signChoices}
        value={filter.warning_sign}
        onChange={(warning_sign) => onFilter({ warning_sign })}
      />
    </FilterBar>
  );
}
