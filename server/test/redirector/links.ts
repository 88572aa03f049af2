import type { TestApp } from "../support/app.ts";
import { listen, sendBytes } from "../support/sockets.ts";
import { aCampaign, aMerchant, anAffiliate, type Joined, type Merchant } from "../support/world.ts";
import sql from "sql-template-tag";
import { expect } from "vitest";

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
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly location: string;
  /** From the landing page's parameter. */
  readonly clickId: string | undefined;
  readonly cookie: string | undefined;
}

const ports = new WeakMap<TestApp, Promise<number>>();

/** The port of this application, which starts listening at the first use. */
export function portOf(app: TestApp): Promise<number> {
  const port = ports.get(app) ?? listen(app);
  ports.set(app, port);
  return port;
}

/**
 * Over a socket with exactly these bytes: links are handled before the framework, and clients would normalize hostile
 * paths.
 */
export async function follow(
  app: TestApp,
  path: string,
  { method = "GET", ...headers }: Record<string, string> = {},
): Promise<Followed> {
  const lines = Object.entries({ host: "go.example", connection: "close", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return followed(await sendBytes(await portOf(app), [`${method} ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n")));
}

function followed(bytes: string): Followed {
  const [head = "", ...rest] = bytes.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const location = headers["location"] ?? "";
  return {
    status: Number(statusLine.split(" ")[1]),
    headers,
    text: rest.join("\r\n\r\n"),
    location,
    clickId: URL.canParse(location) ? (new URL(location).searchParams.get("service_id") ?? undefined) : undefined,
    cookie: headers["set-cookie"],
  };
}

export function storedClicks(
  app: TestApp,
): Promise<{ sub: string | null; address_hash: Buffer | null; clicked_at: Date; expires_at: Date }[]> {
  return app.db.query(sql`select sub, address_hash, clicked_at, expires_at from clicks order by id`);
}

/** The numbers that the API returns to the merchant. */
export async function clickStatistics(world: LinkWorld): Promise<{ campaign: number; affiliate: number }> {
  const { body } = await world.merchant.call("GET", `/v1/campaigns/${world.campaignId}`);
  const listed = await world.merchant.call("GET", `/v1/campaigns/${world.campaignId}/affiliates`);
  expect(listed.status).toBe(200);
  const found = (listed.body.affiliates as { id: string; stats: { clicks: number } }[]).find(
    (affiliate) => affiliate.id === world.affiliate.affiliateId,
  );
  return { campaign: body.campaign.stats.total_clicks as number, affiliate: found?.stats.clicks ?? -1 };
}
