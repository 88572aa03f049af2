import type { BrowserContext } from "@playwright/test";
import type { AcceptedInvitationResponse, PortalClaimResponse } from "tributary-sdk/pages";
import { addressOf, next, PASSWORD, send, type Merchant } from "./merchant.ts";

interface Joined {
  readonly email: string;
  readonly cookie: string;
  readonly affiliation: AcceptedInvitationResponse["affiliation"];
}

const tokenOf = (inviteLink: string): string => inviteLink.split("/").at(-1) ?? "";

/** Invites a new person, who accepts and is signed in. */
export async function join(merchant: Merchant, campaignId: string, name = "Ada Lovelace"): Promise<Joined> {
  const number = next();
  const email = `affiliate${number}@partner.example`;
  const token = tokenOf(await merchant.invite(campaignId, email));
  const path = `/api/portal/invitations/${token}/accept`;
  const { body, cookie } = await send<AcceptedInvitationResponse>(merchant.origin, "POST", path, {
    body: { name, password: PASSWORD },
    from: addressOf(number),
  });
  return { email, cookie, affiliation: body.affiliation };
}

/** The same person joins another campaign, of any merchant. */
export async function joinToo(
  merchant: Merchant,
  campaignId: string,
  { email, cookie }: Pick<Joined, "email" | "cookie">,
): Promise<AcceptedInvitationResponse["affiliation"]> {
  const path = `/api/portal/invitations/${tokenOf(await merchant.invite(campaignId, email))}/accept`;
  const { body } = await send<AcceptedInvitationResponse>(merchant.origin, "POST", path, { cookie, body: {} });
  return body.affiliation;
}

export async function signInWith(context: BrowserContext, origin: string, cookie: string): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: origin, httpOnly: true, sameSite: "Lax" }]);
}

/** Follows a link as a visitor, again if Tributary took too long to track it. The redirect carries the click ID. */
export async function click(link: string): Promise<string> {
  for (;;) {
    const answer = await fetch(link, { redirect: "manual" });
    const id = new URL(answer.headers.get("location") ?? link).searchParams.get("service_id");
    await answer.text();
    if (id !== null) return id;
  }
}

/** A missing-sale claim that was sent to the merchant. */
export async function claim(
  merchant: Merchant,
  { cookie, affiliation }: Joined,
  externalId: string,
): Promise<PortalClaimResponse["claim"]> {
  const question = {
    campaign_id: affiliation.campaign_id,
    external_id: externalId,
    approximate_time: new Date().toISOString(),
  };
  const asked = await send<PortalClaimResponse>(merchant.origin, "POST", "/api/portal/claims", {
    cookie,
    body: question,
  });
  const opening = `/api/portal/claims/${asked.body.claim.id}/open`;
  const message = "The buyer wrote to me that she ordered through my newsletter.";
  return (await send<PortalClaimResponse>(merchant.origin, "POST", opening, { cookie, body: { message } })).body.claim;
}
