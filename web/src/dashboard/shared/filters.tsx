import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { affiliateQuery, affiliatesQuery } from "../../api/affiliates.ts";
import { campaignQuery, campaignsQuery } from "../../api/campaigns.ts";
import { given } from "../../format/without-undefined.ts";
import { ChoiceFilter, type Choice } from "../../ui/filter/choice-filter.tsx";
import { RemoteFilter } from "../../ui/filter/remote-filter.tsx";
import { useAccount } from "./account.ts";
import { useCurrencies } from "./currencies.ts";

interface FilterProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

export function CurrencyFilter({ value, onChange }: FilterProps): ReactNode {
  return <ChoiceFilter label="Currency" width={120} choices={useCurrencies(value)} value={value} onChange={onChange} />;
}

export function CampaignFilter(props: FilterProps & { required?: boolean }): ReactNode {
  return <RemoteFilter label="Campaign" {...props} useChoices={useCampaignChoices} useNameOf={useCampaignName} />;
}

export function AffiliateFilter(props: FilterProps): ReactNode {
  return <RemoteFilter label="Affiliate" {...props} useChoices={useAffiliateChoices} useNameOf={useAffiliateName} />;
}

const CHOICES = 20;

export function useCampaignChoices(words: string): readonly Choice[] | undefined {
  const { id } = useAccount();
  const query = campaignsQuery(id, { limit: CHOICES, ...given({ search: words || undefined }) });
  const { data, isError } = useQuery(query);
  return isError ? [] : data?.campaigns.map((campaign) => ({ value: campaign.id, label: campaign.name }));
}

function useCampaignName(campaignId: string | undefined): string | undefined {
  const { id } = useAccount();
  const { data } = useQuery({ ...campaignQuery(id, campaignId ?? ""), enabled: campaignId !== undefined });
  return data?.campaign.name;
}

function useAffiliateChoices(words: string): readonly Choice[] | undefined {
  const { id } = useAccount();
  const query = affiliatesQuery(id, { limit: CHOICES, ...given({ search: words || undefined }) });
  const { data, isError } = useQuery(query);
  if (isError || !data) return isError ? [] : undefined;
  // The list has one row per affiliate and campaign.
  return [...new Map(data.affiliates.map((row) => [row.id, { value: row.id, label: row.name }])).values()];
}

function useAffiliateName(affiliateId: string | undefined): string | undefined {
  const { id } = useAccount();
  const { data } = useQuery({ ...affiliateQuery(id, affiliateId ?? ""), enabled: affiliateId !== undefined });
  return data?.affiliate.name;
}
