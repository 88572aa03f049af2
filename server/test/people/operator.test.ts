import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { changePlan } from "../../src/usecases/accounts/change-plan.ts";
import { createAccount } from "../../src/usecases/accounts/create-account.ts";
import { listAccounts } from "../../src/usecases/accounts/list-accounts.ts";
import type { OperatorContext } from "../../src/usecases/context.ts";
import { createKeyForAccount } from "../../src/usecases/keys/create-key.ts";
import { listKeysForOperator } from "../../src/usecases/keys/list-keys.ts";
import { revokeKeyAsOperator } from "../../src/usecases/keys/revoke-key.ts";
import { resetUser } from "../../src/usecases/people/reset-user-by-operator.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { anEmail, Browser, PASSWORD } from "./browser.ts";

let app: TestApp;
let operator: OperatorContext;
/** The person for whom the current test creates an account. */
let ada: { email: string; name: string };
beforeAll(async () => {
  app = await appForFile();
  operator = { ...app.services, operator: true };
});
beforeEach(() => {
  ada = { email: anEmail(), name: "Ada" };
});

describe("creating an account", () => {
  it("generates a missing password, shows it once, and it works", async () => {
    const { madePassword } = await createAccount(operator, ada);
    expect(madePassword).toMatch(/^\S{20}$/);
    expect((await new Browser(app).signIn(ada.email, madePassword)).status).toBe(200);
  });

  it("uses a given password and shows none", async () => {
    const { madePassword } = await createAccount(operator, { ...ada, password: PASSWORD });
    expect(madePassword).toBeUndefined();
    expect((await new Browser(app).signIn(ada.email)).status).toBe(200);
  });

  it("gives an existing person another account and keeps their password", async () => {
    await createAccount(operator, { ...ada, password: PASSWORD });
    const { madePassword } = await createAccount(operator, { email: ada.email.toUpperCase(), name: "Second shop" });
    expect(madePassword).toBeUndefined();
    const { body } = await new Browser(app).signIn(ada.email);
    expect(new Set(body.accounts.map(({ name }: { name: string }) => name))).toEqual(new Set(["Ada", "Second shop"]));
  });

  it("rejects a password for an existing person, and creates nothing", async () => {
    await createAccount(operator, { ...ada, password: PASSWORD });
    const before = await listAccounts(operator);
    expect(before.filter(({ owners }) => owners.includes(ada.email))).toHaveLength(1);
    const again = createAccount(operator, { ...ada, password: "another password" });
    await expect(again).rejects.toMatchObject({ code: "email_taken" });
    expect(await listAccounts(operator)).toEqual(before);
  });

  it.each([
    [{ email: "ada" }, "email must be an email address of up to 254 characters."],
    [{ name: " " }, "name must have 1 to 120 characters."],
    [{ password: "short" }, "password must have 8 to 200 characters."],
  ])("rejects %j with one sentence", async (wrong, message) => {
    const before = await listAccounts(operator);
    await expect(createAccount(operator, { ...ada, ...wrong })).rejects.toMatchObject({ message });
    expect(await listAccounts(operator)).toEqual(before);
  });
});

describe("selecting an account", () => {
  it("works by its owner's address in any letter case, and by its ID if they own several", async () => {
    const { account } = await createAccount(operator, ada);
    expect(await changePlan(operator, ada.email.toUpperCase(), "free")).toMatchObject({ id: account.id, plan: "free" });
    await createAccount(operator, { ...ada, name: "Second shop" });
    await expect(changePlan(operator, ada.email, "pro")).rejects.toMatchObject({ code: "account_ambiguous" });
    await changePlan(operator, account.id, "pro");
    const listed = await listAccounts(operator);
    expect(listed.find(({ id }) => id === account.id)).toMatchObject({ plan: "pro", owners: [ada.email] });
    await expect(changePlan(operator, "nobody@shop.example", "pro")).rejects.toMatchObject({
      code: "account_not_found",
    });
  });

  it("creates, lists and revokes its keys", async () => {
    await createAccount(operator, ada);
    const before = await listKeysForOperator(operator);
    const { key } = await createKeyForAccount(operator, ada.email, { name: "server" });
    expect(await listKeysForOperator(operator)).toEqual([key, ...before]);
    expect(await listKeysForOperator(operator, ada.email)).toEqual([key]);
    const revoked = await revokeKeyAsOperator(operator, key.id);
    expect(revoked.revokedAt).toEqual(operator.clock.now());
    expect(await listKeysForOperator(operator)).toEqual([revoked, ...before]);
  });
});

describe("resetting a user", () => {
  it("ends all sessions and sets a new password that is shown once", async () => {
    await createAccount(operator, { ...ada, password: PASSWORD });
    const browser = new Browser(app);
    await browser.signIn(ada.email);
    const { password } = await resetUser(operator, ada.email.toUpperCase());
    expect((await browser.whoAmI()).status).toBe(401);
    expect((await new Browser(app).signIn(ada.email)).status).toBe(401);
    expect((await new Browser(app).signIn(ada.email, password)).status).toBe(200);
  });

  it("fails for an unknown user", async () => {
    await expect(resetUser(operator, "nobody@shop.example")).rejects.toMatchObject({ code: "user_not_found" });
  });
});
