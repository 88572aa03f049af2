import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { resetUser } from "../../src/usecases/people/reset-user-by-operator.ts";
import { signIn } from "../../src/usecases/people/sign-in.ts";
import { appForFile, appForTest, type TestResponse, type TestApp, newDayForEachTest } from "../support/app.ts";
import { anEmail, Browser, PASSWORD, signedUp } from "./browser.ts";

const cookiesOf = ({ headers }: TestResponse): string[] => [headers["set-cookie"] ?? []].flat().map(String);
const open = { SIGNUP: "open" };

let app: TestApp;
beforeAll(async () => {
  app = await appForFile(open);
});
newDayForEachTest(() => app);

describe("signing in", () => {
  it("returns the person and their accounts", async () => {
    await signedUp(app, "Ada@Shop.example");
    const answer = await new Browser(app).signIn("ada@shop.EXAMPLE");
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      user: { name: "Ada", email: "Ada@Shop.example" },
      accounts: [{ name: "Ada", role: "owner", plan: "pro" }],
      affiliate: false,
      payout_details: false,
    });
    expect(answer.headers["cache-control"]).toBe("no-store");
  });

  it("returns the same error for an unknown address and a wrong password", async () => {
    const email = anEmail();
    await signedUp(app, email);
    const unknown = await new Browser(app).signIn("nobody@shop.example");
    const wrong = await new Browser(app).signIn(email, "wrong password");
    expect([unknown.status, wrong.status]).toEqual([401, 401]);
    expect({ ...unknown.body, request_id: "" }).toEqual({ ...wrong.body, request_id: "" });
    expect(unknown.headers["set-cookie"]).toBeUndefined();
    expect(wrong.headers["set-cookie"]).toBeUndefined();
  });

  it("issues a new token each time and ends the session it replaces", async () => {
    const email = anEmail();
    const browser = await signedUp(app, email);
    const first = browser.cookie;
    await browser.signIn(email);
    expect(browser.cookie).not.toBe(first);
    expect((await browser.whoAmI()).status).toBe(200);
    const old = new Browser(app);
    old.cookie = first;
    expect((await old.whoAmI()).status).toBe(401);
  });

  it("or up as somebody else ends the browser's previous session", async () => {
    const bob = anEmail();
    await signedUp(app, bob);
    const ways = [(browser: Browser) => browser.signUp(anEmail()), (browser: Browser) => browser.signIn(bob)];
    for (const enter of ways) {
      const browser = await signedUp(app);
      const before = new Browser(app);
      before.cookie = browser.cookie;
      expect((await enter(browser)).status).toBe(200);
      expect((await browser.whoAmI()).status).toBe(200);
      expect((await before.whoAmI()).status).toBe(401);
    }
  });

  it.each([
    [{}, "email is required and must be an email address of up to 254 characters."],
    [{ email: "ada@shop.example" }, "password is required and must be text of 1 to 200 characters."],
    [{ email: "ada", password: "x" }, "email must be an email address of up to 254 characters."],
    [{ email: "ada@shop.example", password: 7 }, "password must be text of 1 to 200 characters."],
    [{ email: "ada@shop.example", password: "a\0b" }, "password must be text of 1 to 200 characters."],
  ])("rejects %j with one sentence", async (body, sentence) => {
    const answer = await new Browser(app).send("POST", "/api/session", body);
    expect([answer.status, answer.body.code, answer.body.error]).toEqual([400, "invalid_request", sentence]);
  });
});

describe("the cookie", () => {
  it("is not available to scripts, other sites and other hosts on https", async () => {
    const app = await appForTest({ ...open, BASE_URL: "https://partners.example" });
    const answer = await new Browser(app).signUp("ada@shop.example");
    const [pair, ...attributes] = cookiesOf(answer)[0]?.split("; ") ?? [];
    expect(pair).toMatch(/^__Host-tributary_session=[\w-]{43}$/);
    expect(new Set(attributes)).toEqual(new Set(["HttpOnly", "Max-Age=1209600", "Path=/", "SameSite=Lax", "Secure"]));
  });

  it("has a name that works on http if the address is http", async () => {
    const answer = await new Browser(app).signUp(anEmail());
    const [pair, ...attributes] = cookiesOf(answer)[0]?.split("; ") ?? [];
    expect(pair).toMatch(/^tributary_session=[\w-]{43}$/);
    expect(new Set(attributes)).toEqual(new Set(["HttpOnly", "Max-Age=1209600", "Path=/", "SameSite=Lax"]));
  });

  it.each(["", "x", "a".repeat(43), "%00", "'; drop table sessions; --"])(
    "with the value %j gives no access",
    async (value) => {
      const browser = new Browser(app);
      browser.cookie = `tributary_session=${value}`;
      expect((await browser.whoAmI()).status).toBe(401);
    },
  );
});

describe("the end of a session", () => {
  it("comes with signing out, and the old cookie stops working", async () => {
    const browser = await signedUp(app);
    const stolen = new Browser(app);
    stolen.cookie = browser.cookie;
    const answer = await browser.send("DELETE", "/api/session");
    expect(answer.status).toBe(200);
    expect(String(answer.headers["set-cookie"])).toContain("tributary_session=; Max-Age=0");
    expect((await stolen.whoAmI()).status).toBe(401);
    expect((await stolen.send("DELETE", "/api/session")).status).toBe(200);
  });

  it("comes after twelve idle hours, and not earlier", async () => {
    const browser = await signedUp(app);
    app.clock.forward({ hours: 12, ms: -1 });
    expect((await browser.whoAmI()).status).toBe(200);
    app.clock.forward({ hours: 12, ms: -1 });
    expect((await browser.whoAmI()).status).toBe(200);
    app.clock.forward({ hours: 12 });
    expect((await browser.whoAmI()).status).toBe(401);
  });

  it("comes after fourteen days, even if it is active", async () => {
    const browser = await signedUp(app);
    const statuses = new Set<number>();
    for (let hours = 6; hours < 14 * 24; hours += 6) {
      app.clock.forward({ hours: 6 });
      statuses.add((await browser.whoAmI()).status);
    }
    expect([...statuses]).toEqual([200]);
    app.clock.forward({ hours: 6, ms: -1 });
    expect((await browser.whoAmI()).status).toBe(200);
    app.clock.forward({ ms: 1 });
    expect((await browser.whoAmI()).status).toBe(401);
  });

  it("comes for all others with a new password, and the old password stops working", async () => {
    const email = anEmail();
    const here = await signedUp(app, email);
    const elsewhere = new Browser(app);
    await elsewhere.signIn(email);
    const answer = await here.send("POST", "/api/session/password", {
      current_password: PASSWORD,
      new_password: "another horse battery",
    });
    expect(answer.status).toBe(200);
    expect((await here.whoAmI()).status).toBe(200);
    expect((await elsewhere.whoAmI()).status).toBe(401);
    expect((await new Browser(app).signIn(email)).status).toBe(401);
    expect((await new Browser(app).signIn(email, "another horse battery")).status).toBe(200);
  });

  it("also comes for a sign-in in progress with the old password", async () => {
    const email = anEmail();
    await signedUp(app, email);
    const { passwords } = app.services;
    const verify = async (passwordHash: string, password: string): Promise<boolean> => {
      const matches = await passwords.verify(passwordHash, password);
      await resetUser({ ...app.services, operator: true }, email);
      return matches;
    };
    const late = signIn(
      { ...app.services, passwords: { ...passwords, verify } },
      { email, password: PASSWORD, previousToken: undefined },
      { address: "203.0.113.1", userAgent: undefined },
    );
    await expect(late).rejects.toMatchObject({ code: "wrong_credentials" });
    expect(
      await app.db.query(sql`select s.id from sessions s join users u on u.id = s.user_id where u.email = ${email}`),
    ).toEqual([]);
  });

  it("does not come with a wrong current password, which changes nothing", async () => {
    const email = anEmail();
    const here = await signedUp(app, email);
    const elsewhere = new Browser(app);
    await elsewhere.signIn(email);
    const body = { current_password: "wrong", new_password: "another horse battery" };
    const answer = await here.send("POST", "/api/session/password", body);
    expect([answer.status, answer.body.code]).toEqual([400, "wrong_password"]);
    expect((await elsewhere.whoAmI()).status).toBe(200);
    expect((await new Browser(app).signIn(email)).status).toBe(200);
  });
});

describe("the list of sessions", () => {
  it("shows the person's own, marks the current one, and ends any of them", async () => {
    const email = anEmail();
    const here = await signedUp(app, email);
    const elsewhere = new Browser(app, { "user-agent": "Elsewhere/1.0" });
    await elsewhere.signIn(email);
    await signedUp(app);
    const { sessions } = (await here.send("GET", "/api/session/list")).body;
    expect(sessions).toHaveLength(2);
    const other = sessions.find((session: { current: boolean }) => !session.current);
    expect(other).toMatchObject({ user_agent: "Elsewhere/1.0" });
    expect((await here.send("DELETE", `/api/session/list/${other.id}`)).status).toBe(200);
    expect((await elsewhere.whoAmI()).status).toBe(401);
    expect((await here.whoAmI()).status).toBe(200);
  });

  it("does not end somebody else's: 404, the same as for an unknown one", async () => {
    const ada = await signedUp(app);
    const bob = await signedUp(app);
    const [session] = (await ada.send("GET", "/api/session/list")).body.sessions;
    const foreign = await bob.send("DELETE", `/api/session/list/${session.id}`);
    const unknown = await bob.send("DELETE", "/api/session/list/nothing");
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect({ ...foreign.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
    expect((await ada.whoAmI()).status).toBe(200);
  });
});

describe("without a session", () => {
  it.each([
    ["GET", "/api/session"],
    ["GET", "/api/session/list"],
    ["DELETE", "/api/session/list/x"],
    ["POST", "/api/session/password"],
  ])("%s %s is 401 before anything else is checked", async (method, url) => {
    const answer = await new Browser(app).send(method, url);
    expect([answer.status, answer.body.code]).toEqual([401, "not_signed_in"]);
  });
});
