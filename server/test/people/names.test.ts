import { beforeAll, describe, expect, it } from "vitest";
import { aDesk } from "../dashboard/desk.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { aCampaign, aConversion, anAffiliate } from "../support/world.ts";
import { Browser, PASSWORD, signedUp } from "./browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const company = { name: "Rivers & Sons", password: PASSWORD };
const rename = (browser: Browser, name: unknown) => browser.send("PUT", "/api/session/name", { name });

describe("a person's name", () => {
  it("is asked for at sign-up, separately from the company's", async () => {
    const email = "own-name@shop.example";
    const { body } = await new Browser(app).send("POST", "/api/session/signup", {
      ...company,
      person_name: "Ada Lovelace",
      email,
    });
    expect(body).toMatchObject({ user: { name: "Ada Lovelace", email }, accounts: [{ name: "Rivers & Sons" }] });
  });

  it("defaults to the company's, and no password may contain either", async () => {
    const send = (more: object) => new Browser(app).send("POST", "/api/session/signup", { ...company, ...more });
    expect((await send({ email: "no-name@shop.example" })).body.user.name).toBe("Rivers & Sons");
    const weak = { email: "weak@shop.example", person_name: "Ada Lovelace" };
    for (const password of ["ada lovelace", "rivers & sons"])
      expect((await send({ ...weak, password })).body.code).toBe("weak_password");
  });

  it("can be changed, and histories show the new one", async () => {
    const { browser, merchant, get, send } = await aDesk(app);
    const campaignId = await aCampaign(merchant);
    const { code } = await anAffiliate(app, merchant, campaignId);
    const id = await aConversion(merchant, campaignId, { code });
    await send("POST", `conversions/${id}/approve`);
    const renamed = await rename(browser, "Ada Byron");
    expect([renamed.status, renamed.body.user.name]).toEqual([200, "Ada Byron"]);
    expect((await browser.whoAmI()).body.user.name).toBe("Ada Byron");
    expect((await get(`conversions/${id}`)).text).toContain("Ada Byron");
    expect((await get("audit-log")).text).toContain("Ada Byron");
    expect((await get("members")).body.members).toMatchObject([{ name: "Ada Byron" }]);
  });

  it("must be one line of text, and needs a session", async () => {
    const browser = await signedUp(app, "strict@shop.example");
    for (const name of ["", "  ", "a\nb", "x".repeat(256), 5, null, undefined])
      expect([name, (await rename(browser, name)).status]).toEqual([name, 400]);
    expect((await rename(new Browser(app), "Ada")).status).toBe(401);
  });
});
