import type { Campaign } from "tributary-sdk";
import { archiveCampaign, updateCampaign } from "../../api/campaigns.ts";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import type { RowAction } from "../../ui/table/row-menu.tsx";
import { useAccount, useChange } from "../shared/account.ts";

/** The actions that the campaign's status and the member's role allow. */
export function useCampaignActions(): (campaign: Campaign) => readonly RowAction[] {
  const { id: accountId, canManage } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const pause = ({ id, name }: Campaign): RowAction => ({
    label: "Pause campaign",
    run: () =>
      confirm({
        title: `Pause ${name}?`,
        body: "Links still lead to your site, but new clicks are not tracked. Orders from earlier clicks still count within their attribution window.",
        action: "Pause campaign",
        run: () => change(updateCampaign(accountId, id, { status: "paused" }), () => `Paused ${name}.`),
      }),
  });
  const activate = ({ id, name, status }: Campaign): RowAction => ({
    label: status === "paused" ? "Resume campaign" : "Reactivate campaign",
    run: () =>
      change(
        updateCampaign(accountId, id, { status: "active" }),
        () => `${name} is active. Its links are tracked again.`,
      ),
  });
  const archive = ({ id, name }: Campaign): RowAction => ({
    label: "Archive campaign",
    dangerous: true,
    run: () =>
      confirm({
        title: `Archive ${name}?`,
        body: "Tracking stops, and new conversions are no longer accepted. The history is kept, and you can reactivate the campaign later.",
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
