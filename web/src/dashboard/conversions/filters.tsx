import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { conversionStatuses } from "tributary-sdk/words";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { DayFilter } from "../../ui/filter/day-filter.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { RemoteFilter } from "../../ui/filter/remote-filter.tsx";
import { SearchField } from "../../ui/filter/search-field.tsx";
import { useAffiliateChoices, useAffiliateName, useCampaignChoices, useCampaignName } from "../shared/choices.ts";
import type { Hidden } from "./columns.tsx";
import { warningFilters, type ConversionsSearch } from "./search.ts";
import { signWords } from "../../words/warning-signs.ts";

const statusChoices = conversionStatuses.map((value) => ({ value, label: value }));
const signChoices = warningFilters.map((value) => ({
  value,
  label: value === "any" ? "Any warning sign" : signWords[value].short,
}));

interface FiltersProps {
  readonly search: ConversionsSearch;
  readonly within: Hidden | undefined;
  readonly onSearch: (search: ConversionsSearch) => void;
}

type Changes = { [key in keyof ConversionsSearch]?: ConversionsSearch[key] | undefined };

export function ConversionFilters({ search, within, onSearch }: FiltersProps): ReactNode {
  const set = (changes: Changes): void => {
    const { offset: _first, ...rest } = search;
    const next = Object.entries({ ...rest, ...changes }).filter(([, value]) => value !== undefined);
    onSearch(Object.fromEntries(next));
  };
  const { offset: _offset, days: _days, ...given } = search;
  const kept = {
    ...(within === "campaign" ? { campaign_id: search.campaign_id } : {}),
    ...(within === "affiliate" ? { affiliate_id: search.affiliate_id } : {}),
  };
  const own = Object.keys(given).length - Object.keys(kept).length;
  return (
    <FilterBar
      search={
        <SearchField
          label="External id"
          width={160}
          value={search.external_id}
          onChange={(external_id) => set({ external_id })}
        />
      }
      active={own - (search.external_id === undefined ? 0 : 1)}
    >
      <ChoiceFilter
        label="Status"
        width={120}
        choices={statusChoices}
        value={search.status}
        onChange={(status) => set({ status: status as ConversionsSearch["status"] })}
      />
      {within !== "campaign" && (
        <RemoteFilter
          label="Campaign"
          value={search.campaign_id}
          onChange={(campaign_id) => set({ campaign_id })}
          useChoices={useCampaignChoices}
          useNameOf={useCampaignName}
        />
      )}
      {within !== "affiliate" && (
        <RemoteFilter
          label="Affiliate"
          value={search.affiliate_id}
          onChange={(affiliate_id) => set({ affiliate_id })}
          useChoices={useAffiliateChoices}
          useNameOf={useAffiliateName}
        />
      )}
      <DayFilter
        label={search.days === "utc" ? "Created (UTC days)" : "Created"}
        from={search.from}
        to={search.to}
        onChange={(from, to) => set({ from, to, days: undefined })}
      />
      <ChoiceFilter
        label="Warning signs"
        width={160}
        choices={signChoices}
        value={search.warning_sign}
        onChange={(sign) => set({ warning_sign: sign as ConversionsSearch["warning_sign"] })}
      />
      {own > 0 && (
        <Button variant="subtle" size="sm" onClick={() => onSearch(kept as ConversionsSearch)}>
          Clear filters
        </Button>
      )}
    </FilterBar>
  );
}
