import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { appForFile, appForTest, MANY_CONNECTIONS, newDayForEachTest, type TestApp } from "../support/app.ts";
import { aMerchant } from "../support/world.ts";
import { anEmail, Browser, signedUp } from "./browser.ts";
import { tally } from "./tally.ts";

const count = {
  accounts: sql`select count(*)::int as n from accounts`,
  users: sql`select count(*)::int as n from users`,
};

describe("SIGNUP=first", () => {
  it("accepts exactly one of twenty concurrent sign-ups, and leaves no trace of the others", async () => {
    const app = await appForTest({ SIGNUP: "first" });
    const tries = Array.from({ length: 20 }, (_, index) => new Browser(app).signUp(`person${index}@shop.example`));
    const answers = await Promise.all(tries);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "signup_closed")).toHaveLength(19);
    expect(await app.db.query(count.accounts)).toEqual([{ n: 1 }]);
    expect(await app.db.query(count.users)).toEqual([{ n: 1 }]);
  });

  it("is closed once the operator has created an account", async () => {
    const app = await appForTest({ SIGNUP: "first" });
    await aMerchant(app);
    const answer = await new Browser(app).signUp("ada@shop.example");
    expect([answer.status, answer.body.code]).toEqual([403, "signup_closed"]);
  });
});

describe("SIGNUP=closed", () => {
  it("accepts nobody, not even the first", async () => {
    const app = await appForTest({ SIGNUP: "closed" });
    const answer = await new Browser(app).signUp("ada@shop.example");
    expect([answer.status, answer.body.code]).toEqual([403, "signup_closed"]);
    expect(await app.db.query(count.users)).toEqual([{ n: 0 }]);
  });
});

describe("SIGNUP=open", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await appForFile({ SIGNUP: "open" }, MANY_CONNECTIONS);
  });
  newDayForEachTest(() => app);

  it("rejects an existing address, in any letter case, and keeps its password", async () => {
    const email = anEmail();
    await signedUp(app, email);
    const answer = await new Browser(app).signUp(email.toUpperCase(), "a taken-over password");
    expect([answer.status, answer.body.code]).toEqual([400, "email_taken"]);
    expect((await new Browser(app).signIn(email, "a taken-over password")).status).toBe(401);
    expect((await new Browser(app).signIn(email)).status).toBe(200);
  });

  it("creates one person when the same address signs up ten times at once", async () => {
    const email = anEmail();
    const before = await app.db.query<{ n: number }>(count.accounts);
    const answers = await Promise.all(Array.from({ length: 10 }, () => new Browser(app).signUp(email)));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 400: 9 });
    expect(await app.db.query(count.accounts)).toEqual(before.map(({ n }) => ({ n: n + 1 })));
  });

  it("rejects a short password with one sentence", async () => {
    const answer = await new Browser(app).signUp(anEmail(), "seven77");
    expect([answer.status, answer.body.error]).toEqual([400, "password must be text of 8 to 200 characters."]);
  });
});
