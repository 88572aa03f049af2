import type { Campaign } from "../../domain/campaign.ts";
import { orRefuse } from "../../domain/errors.ts";
import { parseId, type AccountId, type CampaignId } from "../../domain/ids.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { readTrackingState, saveScriptSighting, type TrackingState } from "../../store/campaigns/tracking-state.ts";
import type { MerchantContext, Services } from "../context.ts";

/** In place of a click ID. t.js in assets/ knows both; everything else that reads click IDs ignores it. */
const PARAMETER = "service_id";
const PREFIX = "chk_";
/** Not a row ID: nothing else that the box has encrypted can be opened as a check. */
const OWNER = "script-check";
const CHECK_MS = 15 * 60_000;
const CLICKS_MS = 15 * 60_000;

export interface Tracking extends TrackingState {
  readonly campaign: Campaign;
  /** The shop's page with a marker. t.js on that page reports it with one request to /seen.js. */
  readonly checkUrl: string;
}

/** For the page that helps install tracking. Polled, so it writes nothing: the marker is sealed, not stored. */
export async function getTracking(context: MerchantContext, id: CampaignId): Promise<Tracking> {
  const { db, clock, accountId, scriptCheckBox } = context;
  const campaign = orRefuse(await findCampaign(db, accountId, id), "campaign_not_found");
  const now = clock.now();
  const state = await readTrackingState(db, { accountId, campaignId: id }, new Date(now.getTime() - CLICKS_MS));
  const url = new URL(campaign.targetUrl);
  const check = scriptCheckBox.seal(`${accountId} ${id} ${now.getTime()}`, OWNER);
  url.searchParams.set(PARAMETER, PREFIX + check.toString("base64url"));
  return { ...state, campaign, checkUrl: url.href };
}

/** Records that t.js ran on the shop's page. A marker that is invalid, out of date or used before changes nothing. */
export async function recordScriptSeen(services: Services, marker: string): Promise<void> {
  const now = services.clock.now();
  const check = readCheck(services, marker);
  if (!check || now.getTime() - check.startedAt.getTime() > CHECK_MS) return;
  await saveScriptSighting(services.db, check, { startedAt: check.startedAt, at: now });
}

interface Check {
  readonly accountId: AccountId;
  readonly campaignId: CampaignId;
  readonly startedAt: Date;
}

function readCheck({ scriptCheckBox }: Services, marker: string): Check | undefined {
  if (!marker.startsWith(PREFIX)) return undefined;
  const sealed = Buffer.from(marker.slice(PREFIX.length), "base64url");
  const [account = "", campaign = "", ms = ""] = scriptCheckBox.openIfPossible(sealed, OWNER)?.split(" ") ?? [];
  const accountId = parseId("account", account);
  const campaignId = parseId("campaign", campaign);
  return accountId && campaignId && { accountId, campaignId, startedAt: new Date(Number(ms)) };
}
