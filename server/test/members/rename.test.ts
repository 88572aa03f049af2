import { beforeAll, describe, expect, it } from "vitest";
import { aDesk, asMember, type Desk } from "../dashboard/desk.ts";
import { dumpOf } from "../portal/dump.ts";
import { aPortalShop } from "../portal/portal.ts";
import { appForFile, type TestApp, newDayForEachTest } from "../support/app.ts";
import { expectFailure } from "../support/shop.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});
newDayForEachTest(() => app);

const rename = (desk: Desk, name: unknown) => desk.send("PUT", "name", { name });
const nameOf = async ({ browser, merchant }: Desk): Promise<string> => {
  const { body } = await browser.whoAmI();
  return body.accounts.find(({ id }: { id: string }) => id === merchant.accountId).name;
};
const renamings = async (desk: Desk) => (await desk.get("audit-log?action=account.renamed")).body.audit_log;

describe("an account", () => {
  it("is renamed by its owner, immediately for everybody", async () => {
    const desk = await aDesk(app);
    const viewer = await asMember(desk, "viewer");
    const { status, body } = await rename(desk, "  Rivers & Daughters ");
    expect(status).toBe(200);
    expect(body).toEqual({ account: { id: desk.merchant.accountId, name: "Rivers & Daughters" } });
    for (const member of [desk, viewer]) expect(await nameOf(member)).toBe("Rivers & Daughters");
    expect(await renamings(desk)).toMatchObject([
      { actor: { kind: "user" }, subject: { id: desk.merchant.accountId }, address: "127.0.0.1" },
    ]);
    expect((await rename(desk, "Rivers & Daughters")).status).toBe(200);
    expect(await renamings(desk)).toHaveLength(1);
  });

  it.each([undefined, null, 7, "", "   ", "x".repeat(121), "a\u0000b"])("cannot be named %j", async (name) => {
    const desk = await aDesk(app);
    const before = await nameOf(desk);
    const answer = await rename(desk, name);
    expectFailure(answer, [400, "invalid_request"]);
    expect(answer.body.error).toMatch(/^name (is required and )?must be text of 1 to 120 characters\.$/);
    expect(await nameOf(desk)).toBe(before);
    expect(await renamings(desk)).toEqual([]);
  });

  it("named after an erased person is renamed by another owner, and the old name is gone everywhere", async () => {
    const desk = await aDesk(app);
    const { merchant, browser } = desk;
    const other = await asMember(desk, "owner");
    await rename(desk, "Zenobia Quill");
    const shop = await aPortalShop(app);
    const invited = await shop.merchant.call("POST", `/v1/campaigns/${shop.campaignId}/affiliates`, {
      body: { email: merchant.email },
    });
    const token = String(invited.body.invite_link).split("/").at(-1);
    expect((await browser.send("POST", `/api/portal/invitations/${token}/accept`)).status).toBe(200);
    const erased = await browser.send("DELETE", "/api/portal/account", { password: merchant.password });
    expect(erased.status).toBe(200);
    expect(await nameOf(other)).toBe("Zenobia Quill");
    expect((await rename(other, "Rivers & Daughters")).status).toBe(200);
    expect((await dumpOf(app)).contains("Zenobia Quill")).toBe(false);
  });
});
