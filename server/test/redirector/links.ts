import { call, type Answer, type TestApp } from "../support/app.ts";
import { aCampaign, aMerchant, anAffiliate, type Joined, type Merchant } from "../support/world.ts";
import sql from "sql-template-tag";

/** A merchant, a campaign and an affiliate with a link. */
export interface LinkWorld {
  readonly merchant: Merchant;
  readonly campaignId: string;
  readonly affiliate: Joined;
  readonly path: string;
}

export async function aLink(app: TestApp, campaign: Record<string, unknown> = {}): Promise<LinkWorld> {
  const merchant = await aMerchant(app);
  const campaignId = await aCampaign(merchant, campaign);
  const affiliate = await anAffiliate(app, merchant, campaignId);
  return { merchant, campaignId, affiliate, path: `/r/${affiliate.code}` };
}

export interface Followed {
  readonly answer: Answer;
  readonly status: number;
  readonly location: string;
  /** From the landing page's parameter. */
  readonly clickId: string | undefined;
  readonly cookie: string | undefined;
}

export async function follow(app: TestApp, path: string, headers: Record<string, string> = {}): Promise<Followed> {
  return followed(await call(app, "GET", path, { headers }));
}

export function followed(answer: Answer): Followed {
  const location = String(answer.headers["location"] ?? "");
  const cookie = answer.headers["set-cookie"];
  return {
    answer,
    status: answer.status,
    location,
    clickId: URL.canParse(location) ? (new URL(location).searchParams.get("service_id") ?? undefined) : undefined,
    cookie: cookie === undefined ? undefined : String(cookie),
  };
}

/** The clicks that are stored. */
export function storedClicks(
  app: TestApp,
): Promise<{ sub: string | null; address_hash: Buffer | null; clicked_at: Date; expires_at: Date }[]> {
  return app.db.query(sql`select sub, address_hash, clicked_at, expires_at from clicks order by id`);
}

/** What the API tells the merchant. */
export async function clickStatistics(world: LinkWorld): Promise<{ campaign: number; affiliate: number }> {
  const { body } = await world.merchant.call("GET", `/v1/campaigns/${world.campaignId}`);
  const listed = await world.merchant.call("GET", `/v1/campaigns/${world.campaignId}/affiliates`);
  const found = (listed.body.affiliates as { id: string; stats: { clicks: number } }[]).find(
    (affiliate) => affiliate.id === world.affiliate.affiliateId,
  );
  return { campaign: body.campaign.stats.total_clicks as number, affiliate: found?.stats.clicks ?? -1 };
}
