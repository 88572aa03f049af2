import { isTrackingCode } from "../../domain/affiliation.ts";
import type { Link } from "../../domain/click.ts";
import { AppError } from "../../domain/errors.ts";
import { bytesOfUuid, idOf, uuidOf, type CampaignId, type ClickId } from "../../domain/ids.ts";
import { DAY_MS } from "../../domain/values/day.ts";
import { findLinks } from "../../store/clicks/links.ts";
import { recordClicks } from "../clicks/record-clicks.ts";
import type { MerchantContext } from "../context.ts";

export interface NewTestClick {
  readonly affiliateCode: string;
  readonly sub: string | null;
}
export interface TestClick {
  readonly id: ClickId;
  readonly campaignId: CampaignId;
  readonly affiliateCode: string;
  readonly clickedAt: Date;
  readonly expiresAt: Date;
}

/** What following the affiliate's link records, without a visitor. */
export async function createTestClick(
  context: MerchantContext,
  { affiliateCode, sub }: NewTestClick,
): Promise<TestClick> {
  const { db, accountId, clock, random } = context;
  const [link] = isTrackingCode(affiliateCode) ? await findLinks(db, [affiliateCode]) : [];
  if (!link || link.campaign.accountUuid !== uuidOf(accountId)) throw new AppError("affiliate_code_not_found");
  assertTracked(link);
  const now = clock.now();
  const uuid = random.uuid(now);
  const expiresAt = new Date(now.getTime() + link.campaign.attributionWindowDays * DAY_MS);
  const { campaign, affiliationUuid } = link;
  const scope = {
    account: bytesOfUuid(campaign.accountUuid),
    campaign: bytesOfUuid(campaign.uuid),
    affiliation: bytesOfUuid(affiliationUuid),
  };
  await recordClicks(context, [
    {
      id: bytesOfUuid(uuid),
      scope,
      clickedAtMs: now.getTime(),
      expiresAtMs: expiresAt.getTime(),
      sub,
      addressHash: null,
    },
  ]);
  const campaignId = idOf("campaign", campaign.uuid);
  return { id: idOf("click", uuid), campaignId, affiliateCode, clickedAt: now, expiresAt };
}

/** A redirect would lead to the shop, but record nothing. */
function assertTracked({ campaign, active }: Link): void {
  if (campaign.status !== "active") throw new AppError("campaign_not_active");
  if (!active) throw new AppError("affiliate_not_active");
}
