import type { UserId } from "../../domain/ids.ts";
import { isAffiliateAnywhere } from "../../store/campaigns/affiliates.ts";
import type { Services } from "../context.ts";

/** Whoever has ever joined a campaign, of whichever account: what they earned stays theirs to see. */
export const isAffiliate = ({ db }: Services, userId: UserId): Promise<boolean> => isAffiliateAnywhere(db, userId);
