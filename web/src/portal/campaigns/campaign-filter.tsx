import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { campaignChoicesQuery } from "../../api/portal.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";

interface CampaignFilterProps {
  readonly value: string | undefined;
  readonly onChange: (campaignId: string | undefined) => void;
}

export function CampaignFilter({ value, onChange }: CampaignFilterProps): ReactNode {
  const { data } = useQuery(campaignChoicesQuery);
  const choices = (data?.campaigns ?? []).map((campaign) => ({
    value: campaign.id,
    label: `${campaign.name} · ${campaign.merchant_name}`,
  }));
  return <ChoiceFilter label="All campaigns" width={240} choices={choices} value={value} onChange={onChange} />;
}
