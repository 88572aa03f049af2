import { expect } from "vitest";
import type { TestResponse } from "../support/app.ts";
import { track } from "../support/shop.ts";
import { anOrderId } from "../support/world.ts";
import { portalOf, type Portal, type PortalShop } from "./portal.ts";

export const APPROXIMATE_TIME = "2026-03-01T10:00:00.000Z";

export const askOf = (portal: Portal, campaignId: string, externalId: string): Promise<TestResponse> =>
  portal.send("POST", "claims", {
    campaign_id: campaignId,
    external_id: externalId,
    approximate_time: APPROXIMATE_TIME,
  });
export const ask = ({ portal, campaignId }: PortalShop, externalId: string) => askOf(portal, campaignId, externalId);
export const findingOf = async (shop: PortalShop, externalId: string) =>
  (await ask(shop, externalId)).body.claim.finding;
export const patch = ({ merchant, campaignId }: PortalShop, body: Record<string, unknown>) =>
  merchant.call("PATCH", `/v1/campaigns/${campaignId}`, { body });

/** Sends a track request that is rejected, and returns its order. */
export async function refused(shop: PortalShop, status: number, more: Record<string, unknown> = {}): Promise<string> {
  const order = anOrderId();
  const answer = await track(shop, { external_id: order, ...more });
  expect(answer.status).toBe(status);
  return order;
}

/** The merchant's dashboard. */
export async function deskOf({ app, merchant }: PortalShop) {
  const { browser } = portalOf(app, { cookie: "" });
  browser.cookie = undefined;
  await browser.signIn(merchant.email, merchant.password);
  return (method: string, path: string, body?: unknown) =>
    browser.send(method, `/api/dashboard/${merchant.accountId}/${path}`, body);
}

export async function opened(shop: PortalShop, externalId: string, message?: string): Promise<string> {
  const { body } = await ask(shop, externalId);
  const answer = await shop.portal.send("POST", `claims/${body.claim.id}/open`, { message });
  expect(answer.status).toBe(200);
  return body.claim.id as string;
}
