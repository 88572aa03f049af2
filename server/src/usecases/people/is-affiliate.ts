import type { UserId } from "../../domain/ids.ts";
import { isAffiliateAnywhere } from "../../store/campaigns/affiliates.ts";
import type { Services } from "../context.ts";

/** True for anyone who has ever joined a campaign in any account: they can always see their earnings. */
export const isAffiliate = ({ db }: Services, userId: UserId): Promise<boolean> => isAffiliateAnywhere(db, userId);
