import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { createAccount } from "../../src/usecases/accounts/create-account.ts";
import { inviteMember } from "../../src/usecases/members/invite-member.ts";
import { aPostedShop, linkIn } from "../mail/post.ts";
import { joinPath } from "../members/team.ts";
import { appForFile, call, cheapPasswords, type TestApp, newDayForEachTest } from "../support/app.ts";
import { expectFailure } from "../support/shop.ts";
import { aCampaign, aMerchant } from "../support/world.ts";
import { anEmail, Browser, PASSWORD, signedUp } from "./browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});
newDayForEachTest(() => app);

const WEAK = [400, "weak_password"] as const;

describe("a common password", () => {
  it("is rejected at sign-up with one sentence, and nobody is created", async () => {
    const users = () => app.db.query(sql`select id from users`);
    const before = await users();
    for (const password of ["password", "12345678", "aaaaaaaa", "ada@shop.example"])
      expectFailure(await new Browser(app).signUp("ada@shop.example", password), WEAK);
    expect(await users()).toEqual(before);
  });

  it("is rejected by both kinds of invitation, which stay open", async () => {
    const merchant = await aMerchant(app);
    const path = `/v1/campaigns/${await aCampaign(merchant)}/affiliates`;
    const invited = await merchant.call("POST", path, { body: { email: "eve@partner.example" } });
    const { link } = await inviteMember(merchant.context, { email: "eve-m@shop.example", role: "viewer" });
    const token = String(invited.body.invite_link).split("/").at(-1);
    for (const url of [`/api/portal/invitations/${token}/accept`, `${joinPath(link)}/accept`]) {
      expectFailure(await call(app, "POST", url, { body: { name: "Eve Adams", password: "eveadams" } }), WEAK);
      expectFailure(await call(app, "POST", url, { body: { name: "Eve Adams", password: "iloveyou" } }), WEAK);
      expect((await call(app, "POST", url, { body: { name: "Eve Adams", password: PASSWORD } })).status).toBe(200);
    }
  });

  it("is rejected as a new one, in the profile and by a reset link, which stays valid", async () => {
    const { app, portal, affiliate, post } = await aPostedShop();
    const change = { current_password: PASSWORD, new_password: "password" };
    expectFailure(await portal.browser.send("POST", "/api/session/password", change), WEAK);
    expect((await portal.browser.whoAmI()).status).toBe(200);
    const browser = new Browser(app);
    await browser.send("POST", "/api/session/reset", { email: affiliate.email });
    const url = `/api/session${linkIn((await post())[0], "/reset/")}`;
    for (const password of ["password", affiliate.email])
      expectFailure(await browser.send("POST", url, { password }), WEAK);
    expect((await browser.send("POST", url, { password: "a brand new battery" })).status).toBe(200);
  });

  it("is rejected at the command line", async () => {
    const person = { email: "ada@shop.example", name: "Ada", password: "12345678" };
    const creating = createAccount({ ...app.services, operator: true }, person);
    await expect(creating).rejects.toMatchObject({ code: "weak_password" });
  });

  it("still works for people who already have it", async () => {
    const email = anEmail();
    await signedUp(app, email);
    const hash = await cheapPasswords.hash("password");
    await app.db.query(sql`update users set password_hash = ${hash} where email = ${email}`);
    expect((await new Browser(app).signIn(email, "password")).status).toBe(200);
  });
});

it("an address that looks like somebody else's can neither sign up nor be invited", async () => {
  const merchant = await aMerchant(app);
  const path = `/v1/campaigns/${await aCampaign(merchant)}/affiliates`;
  for (const email of ["owner\u00AD-a@a.example", "owner\u202E-a@a.example", "owner\u200B-a@a.example"]) {
    expectFailure(await new Browser(app).signUp(email), [400, "invalid_request"]);
    expectFailure(await merchant.call("POST", path, { body: { email } }), [400, "invalid_request"]);
  }
});
