import { useQuery } from "@tanstack/react-query";
import { affiliateQuery, affiliatesQuery } from "../../api/affiliates.ts";
import { campaignQuery, campaignsQuery } from "../../api/campaigns.ts";
import type { Choice } from "../../ui/filter/choice-filter.tsx";
import { useAccount } from "./account.ts";

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
  // The list has an affiliate once for each campaign.
  return [...new Map(data?.affiliates.map((row) => [row.id, { value: row.id, label: row.name }])).values()];
}

export function useAffiliateName(affiliateId: string | undefined): string | undefined {
  const { id } = useAccount();
  const { data } = useQuery({ ...affiliateQuery(id, affiliateId ?? ""), enabled: affiliateId !== undefined });
  return data?.affiliate.name;
}
