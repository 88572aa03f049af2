import { useQuery } from "@tanstack/react-query";
import { affiliatePeopleQuery } from "../api/affiliates.ts";
import { campaignsQuery } from "../api/campaigns.ts";
import { claimsQuery } from "../api/claims.ts";
import { conversionsQuery } from "../api/conversions.ts";
import { moneyText } from "../format/numbers.ts";
import type { Command } from "../ui/shell/command-palette.tsx";
import { conversionWords } from "../words/tones.ts";
import { claimStateText } from "./claims/state-text.ts";
import { useRecordCommand } from "./records.ts";
import { useAccount } from "./shared/account.ts";

const MATCHES_MAX = 3;

/** Matches conversions and claims by the start of their order ID or its number, and campaigns and affiliates by part of their name. */
export function useMatches(typed: string): readonly Command[] {
  const { id: accountId } = useAccount();
  const command = useRecordCommand();
  const enabled = typed !== "";
  const order = { external_id: typed, limit: MATCHES_MAX };
  const name = { search: typed, limit: MATCHES_MAX };
  const conversions = useQuery({ ...conversionsQuery(accountId, order), enabled });
  const claims = useQuery({ ...claimsQuery(accountId, order), enabled });
  const campaigns = useQuery({ ...campaignsQuery(accountId, name), enabled });
  const affiliates = useQuery({ ...affiliatePeopleQuery(accountId, name), enabled });
  if (!enabled) return [];
  return [
    ...(conversions.data?.conversions ?? []).map(({ id, external_id, amount, currency, status }) => {
      const label = `Conversion ${external_id}: ${moneyText(amount, currency)}, ${conversionWords[status].toLowerCase()}`;
      return command({ kind: "conversion", id, label });
    }),
    ...(claims.data?.claims ?? []).map(({ id, external_id, state }) =>
      command({ kind: "claim", id, label: `Claim ${external_id}: ${claimStateText[state]}` }),
    ),
    ...(campaigns.data?.campaigns ?? []).map(({ id, name: label }) =>
      command({ kind: "campaign", id, label: `Campaign ${label}` }),
    ),
    ...(affiliates.data?.affiliates ?? []).map(({ id, name: label, email }) =>
      command({ kind: "affiliate", id, label: `Affiliate ${label}, ${email}` }),
    ),
  ];
}
