import type { Affiliation, AffiliationAction } from "../domain/affiliation.ts";
import { bytesOfUuid, uuidOf, type AffiliateId, type UserId } from "../domain/ids.ts";
import type { ClickScope } from "../domain/click.ts";
import type { User } from "../domain/person.ts";
import { changeAffiliation } from "../usecases/affiliates/change-affiliation.ts";
import type { AffiliateContext } from "../usecases/context.ts";
import { acceptInvitation, acceptInvitationAsNewPerson } from "../usecases/affiliates/accept-invitation.ts";
import { applyAsNewPerson } from "../usecases/affiliates/apply-to-campaign.ts";
import { inviteAffiliate } from "../usecases/affiliates/invite-affiliate.ts";
import { withdrawInvitation } from "../usecases/affiliates/withdraw-invitation.ts";
import { authenticateSession } from "../usecases/people/authenticate-session.ts";
import { leaveCampaign } from "../usecases/affiliates/leave-campaign.ts";
import { changeProfile } from "../usecases/people/profile.ts";
import { DAY_MS, HOUR_MS } from "./calendar.ts";
import type { Campaigns, RunningCampaign } from "./campaigns.ts";
import { applicants, invited, publishers, type PublisherPart } from "./cast.ts";
import { dayMs, type Stage } from "./stage.ts";

/** An affiliate's working link. */
export interface Placement {
  readonly running: RunningCampaign;
  readonly affiliation: Affiliation;
  readonly scope: ClickScope;
  readonly reach: number;
  readonly joinedMs: number;
  active: boolean;
}
export interface Partner {
  readonly part: Pick<PublisherPart, "name" | "host" | "reach">;
  readonly email: string;
  readonly password: string;
  readonly user: User;
  readonly affiliateId: AffiliateId;
  readonly placements: Placement[];
}
/** By name, in the order of joining. */
export type Partners = Map<string, Partner>;

const VISITOR = { address: "192.0.2.1", userAgent: "Mozilla/5.0 (demo)" };

export function planPartners(stage: Stage, campaigns: Campaigns): Partners {
  const partners: Partners = new Map();
  for (const part of publishers) planPublisher(stage, { part, campaigns, partners });
  for (const applicant of applicants) planApplicant(stage, { applicant, campaigns, partners });
  for (const each of invited) planInvitation(stage, campaigns, each);
  planTrouble(stage, partners);
  return partners;
}

export const affiliateOf = ({ services }: Stage, userId: UserId): AffiliateContext => ({
  ...services,
  userId,
  affiliate: true,
});

interface Joining {
  readonly part: PublisherPart;
  readonly campaigns: Campaigns;
  readonly partners: Partners;
}

/** Joins each campaign once both exist. Adds payout details some days after the first. */
function planPublisher(stage: Stage, { part, campaigns, partners }: Joining): void {
  const { calendar, dice } = stage;
  for (const name of part.campaigns) {
    const hour = dice.between(8, 19) * HOUR_MS;
    const tryToJoin = async (day: number): Promise<void> => {
      const running = campaigns.get(name);
      if (running) return join(stage, { part, running, partners });
      calendar.plan(dayMs(stage, day + 1) + hour, () => tryToJoin(day + 1));
    };
    calendar.plan(dayMs(stage, part.joinsOn) + hour, () => tryToJoin(part.joinsOn));
  }
  calendar.plan(dayMs(stage, part.joinsOn + 6) + 9 * HOUR_MS, () => sayWhereTo(stage, part, partners));
}

async function join(
  stage: Stage,
  { part, running, partners }: { part: Partner["part"]; running: RunningCampaign; partners: Partners },
): Promise<void> {
  const { merchant, services, calendar, dice } = stage;
  const email = emailOf(part);
  const { link } = await inviteAffiliate(merchant, { campaignId: running.campaign.id, email });
  const token = link.slice(link.lastIndexOf("/") + 1);
  const known = partners.get(part.name);
  const joined = known
    ? { affiliation: await acceptInvitation(services, token, { user: known.user, twin: null }), partner: known }
    : await joinAsNew(stage, { part, email, token });
  const { affiliation, partner } = joined;
  partners.set(part.name, partner);
  const placement: Placement = {
    running,
    affiliation,
    scope: {
      account: bytesOfUuid(uuidOf(merchant.accountId)),
      campaign: bytesOfUuid(uuidOf(running.campaign.id)),
      affiliation: bytesOfUuid(uuidOf(affiliation.id)),
    },
    reach: part.reach,
    joinedMs: calendar.now().getTime(),
    active: affiliation.status === "active",
  };
  partner.placements.push(placement);
  const isApplicant = applicants.some(({ name }) => name === part.name);
  if (placement.active || isApplicant) return;
  calendar.plan(calendar.now().getTime() + dice.between(0.2, 2) * DAY_MS, () => change(stage, placement, "approve"));
}

const emailOf = ({ host }: Pick<PublisherPart, "host">): string => `hello@${host}`;

async function joinAsNew(
  { services }: Stage,
  { part, email, token }: { part: Partner["part"]; email: string; token: string },
): Promise<{ affiliation: Affiliation; partner: Partner }> {
  const person = { name: part.name, password: services.random.password() };
  const { affiliation, sessionToken } = await acceptInvitationAsNewPerson(services, { token, person }, VISITOR);
  const signedIn = await authenticateSession(services, sessionToken);
  if (!signedIn) throw new Error("A person who has just joined is signed in.");
  const { affiliateId } = affiliation;
  const partner = { part, email, password: person.password, user: signedIn.user, affiliateId, placements: [] };
  return { affiliation, partner };
}

async function change(stage: Stage, placement: Placement, action: AffiliationAction): Promise<void> {
  const { status } = await changeAffiliation(stage.merchant, { id: placement.affiliation.id, action });
  placement.active = status === "active";
}

async function sayWhereTo(stage: Stage, { name, payTo, host }: PublisherPart, partners: Partners): Promise<void> {
  const partner = partners.get(name);
  if (!partner || !payTo) return;
  const holder = undefined;
  const change = {
    name: undefined,
    payoutDetails:
      payTo.kind === "iban"
        ? ({ kind: "iban", iban: payTo.iban, bic: null, holder } as const)
        : ({ kind: "paypal", email: `money@${host}`, holder } as const),
    password: partner.password,
    mail: {},
  };
  await changeProfile(affiliateOf(stage, partner.user.id), change, VISITOR);
}

/**
 * Applies on the public page of the private campaign. Acts as if email were off, so the merchant sends the link. The
 * cast list says how each application is decided.
 */
function planApplicant(
  stage: Stage,
  { applicant, campaigns, partners }: Omit<Joining, "part"> & { applicant: (typeof applicants)[number] },
): void {
  const { calendar, endMs, services } = stage;
  const { name, daysAgo, decision, audience, note } = applicant;
  const host = `${name.toLowerCase().replaceAll(" ", "-")}.example`;
  calendar.plan(endMs - daysAgo * DAY_MS, async () => {
    const running = campaigns.get("Ambassadors");
    if (!running?.part.page) return;
    const application = { name, website: `https://${host}/`, audience, note };
    await applyAsNewPerson(
      { ...services, settings: { ...services.settings, mailIsSent: false } },
      { slug: running.part.page, applicant: { email: emailOf({ host }), application, password: undefined } },
      VISITOR,
    );
    await join(stage, { part: { name, host, reach: 1 }, running, partners });
    const placement = partners.get(name)?.placements[0];
    if (placement && decision)
      calendar.plan(calendar.now().getTime() + DAY_MS, () => change(stage, placement, decision));
  });
}

function planInvitation(
  { calendar, merchant, endMs }: Stage,
  campaigns: Campaigns,
  { email, campaign, daysAgo, outcome }: (typeof invited)[number],
): void {
  calendar.plan(endMs - daysAgo * DAY_MS, async () => {
    const running = campaigns.get(campaign);
    if (!running) return;
    const { invitation } = await inviteAffiliate(merchant, { campaignId: running.campaign.id, email });
    if (outcome !== "withdrawn") return;
    calendar.plan(calendar.now().getTime() + DAY_MS, () => withdrawInvitation(merchant, invitation.id));
  });
}

/** One affiliate is suspended, and one leaves. */
function planTrouble(stage: Stage, partners: Partners): void {
  const { calendar, endMs } = stage;
  calendar.plan(endMs - 24 * DAY_MS, async () => {
    const placement = placementOf(partners, "Coupon Comet", "Whole Shop");
    if (placement) await change(stage, placement, "suspend");
  });
  calendar.plan(endMs - 90 * DAY_MS, async () => {
    const partner = partners.get("Paper Lantern Reviews");
    const placement = placementOf(partners, "Paper Lantern Reviews", "Whole Shop");
    if (!partner || !placement) return;
    await leaveCampaign(affiliateOf(stage, partner.user.id), placement.running.campaign.id);
    placement.active = false;
  });
}

export function placementOf(partners: Partners, name: string, campaign: string): Placement | undefined {
  return partners.get(name)?.placements.find(({ running }) => running.part.name === campaign);
}
