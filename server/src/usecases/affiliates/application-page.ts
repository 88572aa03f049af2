import type { Queryable } from "../../db/database.ts";
import { acceptsApplications, pageSlugRule, suggestedSlugs, type ApplicationPage } from "../../domain/application.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { CampaignId } from "../../domain/ids.ts";
import { findPage, findPageBySlug, findTakenSlugs, savePage } from "../../store/campaigns/application-pages.ts";
import { findCampaign, lockCampaign } from "../../store/campaigns/campaigns.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext, Services } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { readOffer, type Offered } from "./read-offer.ts";

/** As its campaign's page shows it. */
export interface ShownPage extends ApplicationPage {
  /** False: the slug is a suggestion that is free now. */
  readonly isSaved: boolean;
}

export async function getApplicationPage(
  { db, accountId }: MerchantContext,
  campaignId: CampaignId,
): Promise<ShownPage> {
  const campaign = orRefuse(await findCampaign(db, accountId, campaignId), "campaign_not_found");
  const page = await findPage(db, accountId, campaignId);
  if (page) return { ...page, isSaved: true };
  return { accountId, campaignId, slug: await freeSlug(db, campaign), isOpen: false, isSaved: false };
}

async function freeSlug(db: Queryable, { slug }: Campaign): Promise<string> {
  const candidates = suggestedSlugs(slug);
  const taken = await findTakenSlugs(db, candidates);
  return candidates.find((each) => !taken.has(each)) ?? "";
}

/** What is left out stays as it is. */
interface ChangePage {
  readonly slug?: string | undefined;
  readonly isOpen?: boolean | undefined;
}

export async function changeApplicationPage(
  context: MerchantContext,
  campaignId: CampaignId,
  change: ChangePage,
): Promise<ShownPage> {
  requireRole(context, "manager");
  // Addresses are unique among all accounts, and nobody can open a page of a test account.
  if (context.twin !== null)
    throw new AppError("invalid_request", { text: "Test accounts have no application pages." });
  const { db, accountId, clock } = context;
  return db.transaction(async (tx) => {
    orRefuse(await lockCampaign(tx, accountId, campaignId), "campaign_not_found");
    const before = await findPage(tx, accountId, campaignId);
    const slug = change.slug ?? before?.slug;
    if (slug === undefined) throw new AppError("invalid_request", { text: "slug is required for a new page." });
    const page = { accountId, campaignId, slug, isOpen: change.isOpen ?? before?.isOpen ?? false };
    if (!(await savePage(tx, page, clock.now()))) throw new AppError("page_slug_taken");
    const sides = { before: factsOf(before), after: factsOf(page) };
    await audit(tx, context, { action: "campaign.updated", subject: campaignId, ...sides });
    return { ...page, isSaved: true };
  });
}

const factsOf = (page: ApplicationPage | undefined) => ({
  public_page: page?.slug ?? null,
  public_page_open: page?.isOpen ?? false,
});

export interface OpenPage {
  readonly page: ApplicationPage;
  readonly campaign: Campaign;
}

/** Finds a page where people can apply now. A malformed slug is treated like an unknown one. */
export async function findOpenPage(db: Queryable, slug: string): Promise<OpenPage> {
  const found = pageSlugRule.holds(slug) ? await findPageBySlug(db, slug) : undefined;
  const page = orRefuse(found, "application_page_not_found");
  const campaign = await findCampaign(db, page.accountId, page.campaignId);
  if (!campaign) throw new Error("A page without its campaign.");
  if (!acceptsApplications(page, campaign.status)) throw new AppError("applications_closed");
  return { page, campaign };
}

/** Public. Changes nothing. */
export async function openApplicationPage({ db }: Services, slug: string): Promise<Offered> {
  const { campaign } = await findOpenPage(db, slug);
  return readOffer(db, campaign);
}
