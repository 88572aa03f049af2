import { campaignList, type CampaignFilter, type MeasuredCampaign } from "../../store/campaigns/campaign-list.ts";
import { listing, type Listing } from "../listing.ts";

export type { MeasuredCampaign } from "../../store/campaigns/campaign-list.ts";

export const browseCampaigns: Listing<CampaignFilter, MeasuredCampaign> = listing(campaignList);
