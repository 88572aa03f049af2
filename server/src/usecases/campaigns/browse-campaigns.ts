import { uuidOf } from "../../domain/ids.ts";
import {
  countCampaigns,
  listMeasuredCampaigns,
  type CampaignFilter,
  type MeasuredCampaign,
} from "../../store/campaigns/campaign-list.ts";
import { listing, type Listing } from "../listing.ts";

export type { MeasuredCampaign } from "../../store/campaigns/campaign-list.ts";

export const browseCampaigns: Listing<CampaignFilter, MeasuredCampaign> = listing({
  read: ({ db, accountId }, filter, slice) => listMeasuredCampaigns(db, accountId, { filter, slice }),
  count: ({ db, accountId }, filter) => countCampaigns(db, accountId, filter),
  position: ({ campaign }) => ({ at: campaign.createdAt, uuid: uuidOf(campaign.id) }),
});
