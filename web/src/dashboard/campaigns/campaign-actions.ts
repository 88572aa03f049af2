import type { Campaign } from "tributary-sdk";
import { archiveCampaign, updateCampaign } from "../../api/campaigns.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import type { RowAction } from "../../ui/table/row-menu.tsx";
import { useAccount, useChange } from "../shared/account.ts";

/** What can be done with a campaign in its state, by someone with this role. */
export function useCampaignActions(): (campaign: Campaign) => readonly RowAction[] {
  const { id: accountId, canManage } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const pause = ({ id, name }: Campaign): RowAction => ({
    label: "Pause campaign",
    run: () =>
      confirm({
        title: `Pause ${name}?`,
        body: "Links still lead to your site, but no new clicks are recorded. Conversions of earlier clicks are accepted inside their window.",
        action: "Pause campaign",
        run: () => change(updateCampaign(accountId, id, { status: "paused" }), () => `Paused ${name}.`),
      }),
  });
  const activate = ({ id, name, status }: Campaign): RowAction => ({
    label: status === "paused" ? "Resume campaign" : "Reactivate campaign",
    run: () =>
      change(
        updateCampaign(accountId, id, { status: "active" }),
        () => `${name} is active: its links are tracked again.`,
      ),
  });
  const archive = ({ id, name }: Campaign): RowAction => ({
    label: "Archive campaign",
    dangerous: true,
    run: () =>
      confirm({
        title: `Archive ${name}?`,
        body: "All tracking stops and no conversions are accepted any more. Its history stays, and you can reactivate it later.",
        action: "Archive campaign",
        dangerous: true,
        run: () => change(archiveCampaign(accountId, id), () => `Archived ${name}. Its history is kept.`),
      }),
  });
  return (campaign) => {
    if (!canManage) return [];
    if (campaign.status === "active") return [pause(campaign), archive(campaign)];
    if (campaign.status === "paused") return [activate(campaign), archive(campaign)];
    return [activate(campaign)];
  };
}
