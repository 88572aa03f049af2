import { beforeAll, describe, expect, it } from "vitest";
import { appForFile, call, type TestApp, newDayForEachTest } from "../support/app.ts";
import { aCampaign, aMerchant, anAffiliate } from "../support/world.ts";
import { anEmail, Browser, PASSWORD, signedUp } from "./browser.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});
newDayForEachTest(() => app);

const signOutWith = async (headers: Record<string, string>) => {
  const browser = await signedUp(app);
  const answer = await call(app, "DELETE", "/api/session", { headers: { cookie: browser.cookie ?? "", ...headers } });
  return { answer, stillSignedIn: (await browser.whoAmI()).status === 200 };
};

describe("a change with a session cookie", () => {
  it.each([
    [{ "sec-fetch-site": "same-origin" }],
    [{ origin: "http://tributary.test" }],
    [{ origin: "http://tributary.test", "sec-fetch-site": "same-origin" }],
  ])("is allowed for %j", async (headers) => {
    const { answer, stillSignedIn } = await signOutWith(headers);
    expect([answer.status, stillSignedIn]).toEqual([200, false]);
  });

  it.each([
    [{}],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ "sec-fetch-site": "none" }],
    [{ "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
    [{ origin: "null" }],
    [{ origin: "https://tributary.test" }],
    [{ origin: "http://tributary.test:8080" }],
    [{ origin: "http://tributary.test.evil.example" }],
    [{ referer: "http://tributary.test/" }],
  ])("is rejected for %j and changes nothing", async (headers) => {
    const { answer, stillSignedIn } = await signOutWith(headers);
    expect([answer.status, answer.body.code, stillSignedIn]).toEqual([403, "cross_site_request", true]);
  });

  it("is rejected on every route that changes something", async () => {
    const merchant = await aMerchant(app);
    const browser = new Browser(app);
    await browser.signIn(merchant.email, merchant.password);
    const affiliations = `/api/dashboard/${merchant.accountId}/affiliations/x`;
    const routes = [
      ["POST", "/api/session"],
      ["POST", "/api/session/signup"],
      ["POST", "/api/session/password"],
      ["DELETE", "/api/session/list/x"],
      ["POST", "/api/portal/invitations/x/accept"],
      ...["approve", "reject", "suspend", "restore"].map((action) => ["POST", `${affiliations}/${action}`] as const),
    ] as const;
    for (const [method, url] of routes) {
      const answer = await call(app, method, url, { headers: { cookie: browser.cookie ?? "" }, body: {} });
      expect([url, answer.status, answer.body.code]).toEqual([url, 403, "cross_site_request"]);
    }
  });

  it("is not checked for reads", async () => {
    const browser = await signedUp(app);
    const answer = await call(app, "GET", "/api/session", { headers: { cookie: browser.cookie ?? "" } });
    expect(answer.status).toBe(200);
  });
});

describe("a first sign-in, sign-up or acceptance, which has no cookie", () => {
  const EMAIL = "ada@shop.example";
  const json = JSON.stringify({ name: "Ada", email: EMAIL, password: PASSWORD });
  beforeAll(() => signedUp(app, EMAIL));

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"])(
    "is rejected as %s, which another site's form could send",
    async (type) => {
      for (const url of ["/api/session", "/api/session/signup", "/api/portal/invitations/x/accept"]) {
        const answer = await call(app, "POST", url, { raw: json, headers: { "content-type": type } });
        expect([answer.status, answer.body.code]).toEqual([415, "unsupported_media_type"]);
        expect(answer.headers["set-cookie"]).toBeUndefined();
      }
    },
  );

  const ROUTES = [
    ["/api/session", { email: EMAIL, password: PASSWORD }],
    ["/api/session/signup", { name: "Eve", email: "eve@shop.example", password: PASSWORD }],
    ["/api/session/reset", { email: EMAIL }],
    ["/api/session/member-invitations/x/accept", {}],
    ["/api/portal/invitations/x/accept", {}],
  ] as const;

  it.each([
    [{ origin: "https://evil.example" }],
    [{ origin: "null" }],
    [{ "sec-fetch-site": "cross-site" }],
    [{ "sec-fetch-site": "same-site" }],
    [{ "sec-fetch-site": "cross-site", origin: "https://evil.example" }],
  ])("is rejected when a browser sends it from elsewhere: %j", async (headers) => {
    for (const [url, body] of ROUTES) {
      const answer = await call(app, "POST", url, { body, headers });
      expect([url, answer.status, answer.body.code]).toEqual([url, 403, "cross_site_request"]);
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  });

  it.each([[{}], [{ origin: "http://tributary.test" }], [{ "sec-fetch-site": "same-origin" }]])(
    "is accepted from our own pages, and from a program without an origin: %j",
    async (headers) => {
      const email = anEmail();
      await signedUp(app, email);
      const body = { email, password: PASSWORD };
      expect((await call(app, "POST", "/api/session", { body, headers })).status).toBe(200);
    },
  );

  it("needs a JSON object", async () => {
    for (const raw of ["", "[]", '"text"', "null"]) {
      const answer = await call(app, "POST", "/api/session", { raw, headers: { "content-type": "application/json" } });
      expect([raw, answer.status]).toEqual([raw, 400]);
    }
  });
});

describe("an API key", () => {
  it("gives no access to the pages' routes", async () => {
    const merchant = await aMerchant(app);
    const { affiliationId } = await anAffiliate(app, merchant, await aCampaign(merchant));
    const url = `/api/dashboard/${merchant.accountId}/affiliations/${affiliationId}/suspend`;
    expect((await call(app, "POST", url, { key: merchant.key })).status).toBe(401);
    expect((await call(app, "GET", "/api/session", { key: merchant.key })).status).toBe(401);
  });
});
