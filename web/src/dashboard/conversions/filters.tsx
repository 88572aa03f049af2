import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { affiliateQuery, affiliatesQuery } from "../../api/affiliates.ts";
import { campaignQuery, campaignsQuery } from "../../api/campaigns.ts";
import { ChoiceFilter, type Choice } from "../../ui/choice-filter.tsx";
import { DayFilter } from "../../ui/day-filter.tsx";
import { FilterBar } from "../../ui/filter-bar.tsx";
import { RemoteFilter } from "../../ui/remote-filter.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useAccount } from "../account.ts";
import { signWords } from "../words.ts";
import type { Hidden } from "./columns.tsx";
import { conversionStatuses, warningSigns, type ConversionsSearch } from "./search.ts";

const statusChoices = conversionStatuses.map((value) => ({ value, label: value }));
const signChoices = warningSigns.map((value) => ({
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

const CHOICES = 20;

export function useCampaignChoices(words: string): readonly Choice[] {
  const { id } = useAccount();
  const { data } = useQuery(campaignsQuery(id, { limit: CHOICES, ...(words === "" ? {} : { search: words }) }));
  return data?.campaigns.map((campaign) => ({ value: campaign.id, label: campaign.name })) ?? [];
}

export function useCampaignName(campaignId: string | undefined): string | undefined {
  const { id } = useAccount();
  const { data } = useQuery({ ...campaignQuery(id, campaignId ?? ""), enabled: campaignId !== undefined });
  return data?.campaign.name;
}

export function useAffiliateChoices(words: string): readonly Choice[] {
  const { id } = useAccount();
  const { data } = useQuery(affiliatesQuery(id, { limit: CHOICES, ...(words === "" ? {} : { search: words }) }));
  // An affiliate stands in the list once for each campaign.
  return [...new Map(data?.affiliates.map((row) => [row.id, { value: row.id, label: row.name }])).values()];
}

export function useAffiliateName(affiliateId: string | undefined): string | undefined {
  const { id } = useAccount();
  const { data } = useQuery({ ...affiliateQuery(id, affiliateId ?? ""), enabled: affiliateId !== undefined });
  return data?.affiliate.name;
}
