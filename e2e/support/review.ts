import type { Locator, Page } from "@playwright/test";
import type { ConversionsResponse } from "tributary-sdk/pages";
import { query } from "./database.ts";
import type { Merchant } from "./merchant.ts";
import type { Server } from "./server.ts";

export const UNDO_MS = 8_000;

interface Orders {
  readonly clean: readonly string[];
  readonly flagged: readonly string[];
}

/** Orders tracked by code are flagged. The unflagged ones lose their flag here, as if they came from a click. */
export async function aQueue(merchant: Merchant, server: Server, { clean, flagged }: Orders): Promise<void> {
  const campaignId = await merchant.campaign();
  const [affiliate, key] = await Promise.all([merchant.affiliate(campaignId), merchant.key()]);
  for (const external_id of [...flagged, ...clean].toReversed())
    await merchant.track(key, {
      campaign_id: campaignId,
      affiliate_code: affiliate.affiliate_code,
      external_id,
      amount: 120,
    });
  await query(server, "update conversions set warning_signs = '{}' where external_id = any($1)", [clean]);
}

export async function statusesOf(merchant: Merchant): Promise<Record<string, string>> {
  const { conversions } = await merchant.call<ConversionsResponse>("GET", "conversions?limit=100");
  return Object.fromEntries(conversions.map(({ external_id, status }) => [external_id, status]));
}

export const detail = (page: Page, order: string): Locator => page.getByRole("region", { name: `Conversion ${order}` });
export const row = (page: Page, order: string): Locator => page.getByRole("listitem").filter({ hasText: order });
