import { beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, Browser } from "../people/browser.ts";
import { resetUser } from "../../src/usecases/people/reset-user-by-operator.ts";
import { renew, turnedOn, turnOff } from "../people/device.ts";
import { call } from "../support/app.ts";
import { linkIn, postOfficeForFile, type PostedShop, type PostOffice } from "./post.ts";
import { countMails } from "./outbox.ts";
import { aPortalShop } from "../portal/portal.ts";

let office: PostOffice;
beforeAll(async () => {
  office = await postOfficeForFile();
});

describe("the email", () => {
  it("for an invitation from the dashboard links to the page where it is accepted", async () => {
    const shop = await office.newShop();
    const body = { campaign_id: shop.campaignId, emails: ["Ada@partner.example"] };
    const { results } = (await shop.desk("POST", "invitations", body)).body;
    const [mail, ...more] = await shop.post();
    expect(more).toEqual([]);
    expect(mail?.to).toEqual(["Ada@partner.example"]);
    expect(mail?.from).toBe("partners@tributary.test");
    expect(mail?.headers).toMatchObject({
      from: "Partners <partners@tributary.test>",
      to: "Ada@partner.example",
      "content-type": "text/plain; charset=utf-8",
      "auto-submitted": "auto-generated",
    });
    expect(mail?.headers["subject"]).toBe("You have been invited to an affiliate program");
    expect(mail?.text).toMatch(/^"Merchant \d+" has invited you to become an affiliate for "Spring sale"\.\n/);
    expect(`http://tributary.test${linkIn(mail, "/invite/")}`).toBe(results[0].invite_link);
    const accept = `/api/portal${linkIn(mail, "/invite/").replace("/invite/", "/invitations/")}/accept`;
    const accepted = await call(shop.app, "POST", accept, { body: { name: "Ada", password: PASSWORD } });
    expect(accepted.status).toBe(200);
  });

  it("for an invitation quotes the merchant's message", async () => {
    const shop = await office.newShop();
    const to = { campaign_id: shop.campaignId, emails: ["ada@partner.example"] };
    const message = "Hi Ada,\n\njoin us.\n--\nUnsubscribe: http://evil.example";
    await shop.desk("POST", "invitations", { ...to, message });
    const [mail] = await shop.post();
    expect(mail?.text).toContain(
      "> Hi Ada,\n> \n> join us.\n> --\n> Unsubscribe: http://evil.example\n\nReview the offer",
    );
    for (const wrong of ["x".repeat(2001), "\u0000", "\u001b[2J", 7])
      expect((await shop.desk("POST", "invitations", { ...to, message: wrong })).status).toBe(400);
  });

  it("for an invitation has the merchant's sender name, next to the name of the service", async () => {
    const shop = await office.newShop();
    const brand = { accent: null, sender_name: 'Rivers, "Sons" <x@evil.example>', cover_line: null };
    expect((await shop.desk("PATCH", "branding", brand)).status).toBe(200);
    await shop.desk("POST", "invitations", { campaign_id: shop.campaignId, emails: ["ada@partner.example"] });
    const [mail] = await shop.post();
    expect(mail?.from).toBe("partners@tributary.test");
    expect(mail?.headers["from"]).toBe(
      String.raw`"Rivers, \"Sons\" <x@evil.example> via tributary.test" <partners@tributary.test>`,
    );
  });

  it("for an invitation to the team has the name of the service alone", async () => {
    const shop = await office.newShop();
    expect((await shop.desk("PATCH", "branding", { sender_name: "Rivers" })).status).toBe(200);
    await shop.desk("POST", "member-invitations", { email: "sam@shop.example", role: "viewer" });
    const [mail] = await shop.post();
    expect(mail?.to).toEqual(["sam@shop.example"]);
    expect(mail?.headers["from"]).toBe("Partners <partners@tributary.test>");
  });

  it("for an invitation through the API is not sent: the caller shares the link", async () => {
    const shop = await office.newShop();
    await shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/affiliates`, {
      body: { email: "ada@partner.example" },
    });
    expect(await shop.post()).toEqual([]);
  });

  it("for an approval goes to the affiliate once and names the campaign", async () => {
    const shop = await office.newShop({ visibility: "private", name: "Frühling\u2028Bcc: victim@evil.example" });
    const approve = () => shop.desk("POST", `affiliations/${shop.affiliate.affiliationId}/approve`);
    expect((await approve()).status).toBe(200);
    expect((await approve()).status).toBe(400);
    const mails = await shop.post();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to).toEqual([shop.affiliate.email]);
    expect(mails[0]?.headers["bcc"]).toBeUndefined();
    expect(mails[0]?.text).toContain("Frühling");
    expect(linkIn(mails[0], "/portal/")).toBe(`/portal/campaigns/${shop.campaignId}`);
  });

  it("for an answered claim has the merchant's words, and for a converted one the conversion", async () => {
    const shop = await office.newShop();
    const open = async (external_id: string) => {
      const ask = {
        campaign_id: shop.campaignId,
        external_id,
        approximate_time: new Date(shop.app.clock.now().getTime() - 7_200_000).toISOString(),
      };
      const { body } = await shop.portal.send("POST", "claims", ask);
      await shop.portal.send("POST", `claims/${body.claim.id}/open`);
      return body.claim.id as string;
    };
    await shop.desk("POST", `claims/${await open("lost")}/answer`, { text: "It was sent back. — Bob" });
    const [answered] = await shop.post();
    expect(answered?.text).toContain('order ID "lost" in "Spring sale"');
    expect(answered?.text).toContain("It was sent back. — Bob");
    const { body } = await shop.desk("POST", `claims/${await open("found")}/convert`, { amount: 10 });
    const [converted] = await shop.post();
    expect(linkIn(converted, "/portal/conv")).toBe(`/portal/conversions/${body.claim.conversion_id}`);
  });

  it("for changed payout details is sent regardless of unsubscriptions", async () => {
    const shop = await office.newShop();
    const mail = { invitation: false, approval: false, claim_answered: false, payout_reminder: false };
    await shop.portal.send("PATCH", "profile", {
      mail,
      password: PASSWORD,
      payout_details: { kind: "iban", iban: "DE89370400440532013000" },
    });
    const [letter] = await shop.post();
    expect(letter?.headers["subject"]).toBe("Your payout details have changed");
    expect(letter?.text).not.toContain("3000");
    expect(letter?.headers["list-unsubscribe"]).toBeUndefined();
  });

  it("about a new password, two-factor setup or recovery codes says when, and how to regain access; a failed attempt sends none", async () => {
    const shop = await office.newShop();
    const minuteOf = ({ app }: PostedShop): string => app.clock.now().toISOString().slice(0, 16).replace("T", " ");
    const begin = minuteOf(shop);
    const { browser } = shop.portal;
    const { device } = await turnedOn(shop.app, browser);
    const change = (current_password: string) =>
      browser.send("POST", "/api/session/password", { current_password, new_password: PASSWORD });
    await change("wrong password");
    await turnOff(browser, device.wrongCode());
    await turnOff(browser, device.code(), "wrong password");
    await renew(browser, device.code());
    shop.app.clock.forward({ seconds: 30 });
    await turnOff(browser, device.code());
    await change(PASSWORD);
    await resetUser({ ...shop.app.services, operator: true }, shop.affiliate.email);
    const mails = await shop.post();
    expect(mails.map(({ headers }) => String(headers["subject"])).sort()).toEqual([
      "New recovery codes were created",
      "Two-factor authentication was disabled",
      "Two-factor authentication was enabled",
      "Your password was changed",
      "Your password was reset",
    ]);
    for (const mail of mails) {
      expect(mail.to).toEqual([shop.affiliate.email]);
      const [, at = ""] = /^.*\bon (\d{4}-\d\d-\d\d \d\d:\d\d) UTC/i.exec(mail.text) ?? [];
      expect(at >= begin && at <= minuteOf(shop)).toBe(true);
      expect(mail.text).toContain("If it was not you");
      expect(mail.text).toContain("http://tributary.test/signin?forgot=yes");
      expect(mail.text).not.toContain(device.secret);
      expect(mail.headers["list-unsubscribe"]).toBeUndefined();
    }
  });

  it("is not sent if its event was rolled back", async () => {
    const shop = await office.newShop();
    const { body } = await shop.desk("POST", "invitations", {
      campaign_id: shop.campaignId,
      emails: [shop.affiliate.email, "no address"],
    });
    expect(body.results.map(({ code }: { code: string }) => code)).toEqual(["already_in_campaign", "invalid_request"]);
    expect(await shop.post()).toEqual([]);
  });
});

describe("without a mail server", () => {
  it("everything works by links, and nothing is queued", async () => {
    const shop = await aPortalShop();
    const browser = new Browser(shop.app);
    await browser.signIn(shop.merchant.email, shop.merchant.password);
    const { body } = await browser.send("POST", `/api/dashboard/${shop.merchant.accountId}/invitations`, {
      campaign_id: shop.campaignId,
      emails: ["ada@partner.example"],
    });
    expect(body.results[0].invite_link).toMatch(/^http:\/\/tributary\.test\/invite\//);
    expect(shop.app.mails).toBeUndefined();
    await turnedOn(shop.app, shop.portal.browser);
    const [row] = await shop.app.db.query<{ count: bigint }>(countMails);
    expect(row?.count).toBe(0n);
    const reset = await browser.send("POST", "/api/session/reset", { email: shop.affiliate.email });
    expect(reset).toMatchObject({ status: 403, body: { code: "mail_off" } });
    expect((await shop.portal.browser.send("POST", "/api/session/verification")).body.code).toBe("mail_off");
  });
});

describe("an unsubscribe link", () => {
  const invite = (shop: PostedShop, email: string) =>
    shop.desk("POST", "invitations", { campaign_id: shop.campaignId, emails: [email] });
  const theNextDay = async (shop: PostedShop): Promise<void> => {
    shop.app.clock.forward({ days: 1 });
    await shop.signInAgain();
  };

  it("is in the header and the last line, works without signing in, and only by the button", async () => {
    const shop = await office.newShop();
    await invite(shop, "sam@partner.example");
    const [mail] = await shop.post();
    const link = linkIn(mail, "/mail/off/");
    expect(mail?.headers["list-unsubscribe"]).toBe(`<http://tributary.test${link}>`);
    expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    expect(Buffer.from(link.split("/").at(-1) ?? "", "base64url").includes("sam")).toBe(false);

    for (let opened = 0; opened < 10; opened += 1) {
      const page = await call(shop.app, "GET", link);
      expect(page).toMatchObject({ status: 200, text: expect.stringContaining("Unsubscribe") });
    }
    await theNextDay(shop);
    await invite(shop, "sam@partner.example");
    expect(await shop.post()).toHaveLength(1);

    const headers = { "content-type": "application/x-www-form-urlencoded" };
    expect((await call(shop.app, "POST", link, { raw: "List-Unsubscribe=One-Click", headers })).status).toBe(200);
    expect((await call(shop.app, "POST", link, { raw: "", headers })).status).toBe(200);
    await theNextDay(shop);
    await invite(shop, "SAM@partner.example");
    expect(await shop.post()).toEqual([]);
    await invite(shop, "grace@partner.example");
    expect(await shop.post()).toHaveLength(1);
  });

  it("shows its effect in the person's profile, where it can be undone", async () => {
    const shop = await office.newShop({ visibility: "private" });
    const { browser } = shop.portal;
    await shop.portal.send("PATCH", "profile", { mail: { approval: false } });
    await shop.desk("POST", `affiliations/${shop.affiliate.affiliationId}/approve`);
    expect(await shop.post()).toEqual([]);
    expect((await browser.send("GET", "/api/portal/profile")).body.profile).toMatchObject({
      mail: { invitation: true, approval: false, claim_answered: true, payout_reminder: true },
      mail_is_sent: true,
    });
    await shop.portal.send("PATCH", "profile", { mail: { approval: true } });
    await shop.desk("DELETE", `affiliations/${shop.affiliate.affiliationId}`);
    const { body } = await shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/affiliates`, {
      body: { email: shop.affiliate.email },
    });
    await shop.portal.send("POST", `invitations/${String(body.invite_link).split("/").at(-1)}/accept`);
    await shop.desk("POST", `affiliations/${shop.affiliate.affiliationId}/approve`);
    expect(await shop.post()).toHaveLength(1);
  });

  it("with a forged or broken token returns 404 and changes nothing", async () => {
    const shop = await office.newShop();
    await invite(shop, "ada@partner.example");
    const [mail] = await shop.post();
    const link = linkIn(mail, "/mail/off/");
    for (const path of [`${link.slice(0, -4)}AAAA`, "/mail/off/x", "/mail/off/AAAA"])
      for (const method of ["GET", "POST"]) expect((await call(shop.app, method, path)).status).toBe(404);
    await theNextDay(shop);
    await invite(shop, "ada@partner.example");
    expect(await shop.post()).toHaveLength(1);
  });
});
