import type { CampaignId } from "../../src/domain/ids.ts";
import type { Desk } from "../dashboard/desk.ts";
import type { TestResponse } from "../support/app.ts";
import { aCampaign, addressOf } from "../support/world.ts";
import { Browser } from "./browser.ts";

export interface Page {
  readonly slug: string;
  readonly id: CampaignId;
}

let pages = 0;
/** A campaign with an open public page. */
export async function aPage(
  desk: Pick<Desk, "merchant" | "send">,
  campaign: Record<string, unknown> = {},
): Promise<Page> {
  const slug = `page-${(pages += 1)}`;
  const id = (await aCampaign(desk.merchant, campaign)) as CampaignId;
  const { status, text } = await desk.send("PUT", `campaigns/${id}/page`, { slug, open: true });
  if (status !== 200) throw new Error(text);
  return { slug, id };
}

let people = 100_000;
/** Everybody has their own address, so that limits per address do not apply. */
export const anAddress = (): string => addressOf((people += 1));
export const anApplicantsEmail = (): string => `grace${(people += 1)}@partner.example`;

export const anApplicant = () => ({
  name: "Grace",
  email: anApplicantsEmail(),
  website: "grace.example",
  audience: "20,000 readers",
  note: "I write about tea.\nEvery week.",
});
/** What the merchant sees of it. */
export const details = {
  name: "Grace",
  website: "https://grace.example",
  audience: "20,000 readers",
  note: "I write about tea.\nEvery week.",
};

export function applying({ app }: Pick<Desk, "app">) {
  return async (slug: string, body: unknown, browser = new Browser(app)): Promise<TestResponse> => {
    browser.from ??= anAddress();
    return browser.send("POST", `/api/portal/applications/${slug}`, body);
  };
}

export const invitationsOf = async (desk: Pick<Desk, "get">, id: string) =>
  (await desk.get(`invitations?campaign_id=${id}`)).body.invitations as { id: string; email: string }[];

/** For several requests at once. */
export const outcomeOf = ({ status, body }: TestResponse): string => (status === 200 ? "joined" : String(body.code));
