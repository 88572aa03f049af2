import { IconArrowsExchange, IconHelp, IconSpeakerphone, IconUser, type Icon } from "@tabler/icons-react";
import { useNavigate, type NavigateOptions } from "@tanstack/react-router";
import type { Command } from "../ui/shell/command-palette.tsx";
import { remember, type Recent } from "./recents.ts";
import { useAccount } from "./shared/account.ts";

const icons: Readonly<Record<Recent["kind"], Icon>> = {
  conversion: IconArrowsExchange,
  claim: IconHelp,
  campaign: IconSpeakerphone,
  affiliate: IconUser,
};

const linkOf = (accountId: string, { kind, id }: Recent): NavigateOptions => {
  switch (kind) {
    case "conversion":
      return { to: "/dashboard/$accountId/conversions/$conversionId", params: { accountId, conversionId: id } };
    case "claim":
      return { to: "/dashboard/$accountId/claims/$claimId", params: { accountId, claimId: id } };
    case "campaign":
      return { to: "/dashboard/$accountId/campaigns/$campaignId", params: { accountId, campaignId: id } };
    case "affiliate":
      return { to: "/dashboard/$accountId/affiliates/$affiliateId", params: { accountId, affiliateId: id } };
  }
};

/** The command that opens a record and remembers it. */
export function useRecordCommand(): (record: Recent) => Command {
  const { id: accountId } = useAccount();
  const navigate = useNavigate();
  return (record) => ({
    id: record.id,
    label: record.label,
    icon: icons[record.kind],
    run: () => {
      remember(accountId, record);
      void navigate(linkOf(accountId, record));
    },
  });
}
