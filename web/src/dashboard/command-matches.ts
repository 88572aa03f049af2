import { IconArrowsExchange, IconSpeakerphone, IconUser } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, type NavigateOptions } from "@tanstack/react-router";
import { affiliatesQuery } from "../api/affiliates.ts";
import { campaignsQuery } from "../api/campaigns.ts";
import { conversionsQuery } from "../api/conversions.ts";
import { moneyText } from "../format/numbers.ts";
import type { Command } from "../ui/shell/command-palette.tsx";
import { conversionWords } from "../words/tones.ts";
import { useAccount } from "./shared/account.ts";

const MATCHES_MAX = 3;

/** Matches a conversion by its order ID, and campaigns and affiliates by part of their name. */
export function useMatches(typed: string): readonly Command[] {
  const { id: accountId } = useAccount();
  const navigate = useNavigate();
  const enabled = typed !== "";
  const conversions = useQuery({ ...conversionsQuery(accountId, { external_id: typed, limit: 1 }), enabled });
  const campaigns = useQuery({ ...campaignsQuery(accountId, { search: typed, limit: MATCHES_MAX }), enabled });
  const affiliates = useQuery({ ...affiliatesQuery(accountId, { search: typed, limit: MATCHES_MAX }), enabled });
  if (!enabled) return [];
  const go = (options: NavigateOptions) => () => void navigate(options);
  // The list has one row per affiliate and campaign.
  const people = new Map(affiliates.data?.affiliates.map((row) => [row.id, row]));
  return [
    ...(conversions.data?.conversions ?? []).map(({ id, external_id, amount, currency, status }) => ({
      id,
      label: `Conversion ${external_id}: ${moneyText(amount, currency)}, ${conversionWords[status].toLowerCase()}`,
      icon: IconArrowsExchange,
      run: go({ to: "/dashboard/$accountId/conversions/$conversionId", params: { accountId, conversionId: id } }),
    })),
    ...(campaigns.data?.campaigns ?? []).map(({ id, name }) => ({
      id,
      label: `Campaign ${name}`,
      icon: IconSpeakerphone,
      run: go({ to: "/dashboard/$accountId/campaigns/$campaignId", params: { accountId, campaignId: id } }),
    })),
    ...[...people.values()].map(({ id, name, email }) => ({
      id,
      label: `Affiliate ${name}, ${email}`,
      icon: IconUser,
      run: go({ to: "/dashboard/$accountId/affiliates/$affiliateId", params: { accountId, affiliateId: id } }),
    })),
  ];
}
