import { describe, expect, it } from "vitest";
import { parseId, type CampaignId } from "../../src/domain/ids.ts";
import { acceptInvitationAsNewPerson } from "../../src/usecases/affiliates/accept-invitation.ts";
import { inviteAffiliate } from "../../src/usecases/affiliates/invite-affiliate.ts";
import { appForTest } from "../support/app.ts";
import { aCampaign, aMerchant, anAffiliate } from "../support/world.ts";
import { PASSWORD } from "./browser.ts";

const idOf = (campaign: string): CampaignId => {
  const id = parseId("campaign", campaign);
  if (!id) throw new Error("no campaign");
  return id;
};

describe("an affiliate code that exists in any account", () => {
  it("is not reused: the next one is taken instead", async () => {
    const app = await appForTest();
    const [one, two] = [await aMerchant(app), await aMerchant(app)];
    const { code } = await anAffiliate(app, one, await aCampaign(one));
    const { link } = await inviteAffiliate(two.context, {
      campaignId: idOf(await aCampaign(two)),
      email: "eve@partner.example",
    });
    const codes = [code, code, "thenextone"];
    const random = { ...app.services.random, affiliateCode: () => codes.shift() ?? "" };
    const { affiliation } = await acceptInvitationAsNewPerson(
      { ...app.services, random },
      { token: link.split("/").at(-1) ?? "", person: { name: "Eve", password: PASSWORD } },
      { address: "203.0.113.1", userAgent: undefined },
    );
    expect(affiliation.code).toBe("thenextone");
  });
});
