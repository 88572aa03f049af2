import { beforeAll, describe, expect, it } from "vitest";
import { appForFile, type TestApp, newDayForEachTest } from "../support/app.ts";
import { aMerchant } from "../support/world.ts";
import { linesOf } from "../dashboard/desk.ts";
import { aColleague, codeOf, theOwner } from "./team.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});
newDayForEachTest(() => app);

async function anOffice() {
  const merchant = await aMerchant(app);
  const owner = await theOwner(app, merchant);
  return { merchant, owner };
}

describe("the list of members", () => {
  it("shows every member with their role, and which one is the reader", async () => {
    const { merchant, owner } = await anOffice();
    const founded = app.clock.now().toISOString();
    app.clock.forward({ hours: 1 });
    const viewer = await aColleague(app, merchant, "viewer");
    const rows = [
      { user_id: viewer.userId, email: viewer.email, role: "viewer", joined_at: app.clock.now().toISOString() },
      { user_id: owner.userId, email: owner.email, role: "owner", joined_at: founded },
    ];
    for (const asking of [owner, viewer]) {
      const { status, body } = await asking.get("members");
      expect([status, body.pagination]).toEqual([200, { limit: 50, offset: 0, total: 2 }]);
      expect(body.members).toEqual(
        rows.map((row) => ({ ...row, name: expect.any(String), you: row.user_id === asking.userId })),
      );
    }
    const file = linesOf(await owner.get("members.csv"));
    expect(file[0]).toBe("user_id,name,email,role,joined_at");
    expect(file).toHaveLength(3);
  });

  it("of invitations is for owners only", async () => {
    const { merchant, owner } = await anOffice();
    expect((await owner.get("member-invitations")).status).toBe(200);
    for (const role of ["manager", "viewer"] as const) {
      const colleague = await aColleague(app, merchant, role);
      for (const path of ["member-invitations", "member-invitations.csv"])
        expect(codeOf(await colleague.get(path))).toBe("403 role_required");
    }
  });
});

describe("a role", () => {
  it("applies from the next request of an open session, whether raised or lowered", async () => {
    const { merchant, owner } = await anOffice();
    const colleague = await aColleague(app, merchant, "viewer");
    const rename = () => colleague.send("POST", "api-keys", { name: "mine" });
    const give = async (role: string) => {
      const { status, body } = await owner.send("PATCH", `members/${colleague.userId}`, { role });
      expect([status, body.member.role]).toEqual([200, role]);
    };
    expect(codeOf(await rename())).toBe("403 role_required");
    await give("owner");
    expect((await rename()).status).toBe(200);
    expect((await colleague.browser.whoAmI()).body.accounts[0].role).toBe("owner");
    await give("manager");
    expect(codeOf(await rename())).toBe("403 role_required");
    expect(codeOf(await colleague.get("api-keys"))).toBe("403 role_required");
    expect((await colleague.get("campaigns")).status).toBe(200);
  });

  it("given twice changes nothing the second time", async () => {
    const { merchant, owner } = await anOffice();
    const { userId } = await aColleague(app, merchant, "viewer");
    const first = await owner.send("PATCH", `members/${userId}`, { role: "manager" });
    expect((await owner.send("PATCH", `members/${userId}`, { role: "manager" })).body).toEqual(first.body);
  });

  it.each([{}, { role: "admin" }, { role: null }])("%j is invalid: 400", async (body) => {
    const { owner } = await anOffice();
    expect((await owner.send("PATCH", `members/${owner.userId}`, body)).body.error).toContain(
      "must be one of owner, manager, viewer.",
    );
  });

  it("cannot be given to a non-member: 404, the same as for an unknown ID", async () => {
    const { owner } = await anOffice();
    const elsewhere = await theOwner(app, await aMerchant(app));
    for (const id of [elsewhere.userId, "usr_00000000000000000000000000", "nobody"])
      for (const answer of [
        await owner.send("PATCH", `members/${id}`, { role: "viewer" }),
        await owner.send("DELETE", `members/${id}`),
      ])
        expect(codeOf(answer)).toBe("404 member_not_found");
    expect((await elsewhere.browser.whoAmI()).body.accounts).toMatchObject([{ role: "owner" }]);
  });
});

describe("a removed member", () => {
  it("loses access at the next request, while their session stays open", async () => {
    const { merchant, owner } = await anOffice();
    const colleague = await aColleague(app, merchant, "manager");
    expect((await colleague.get("campaigns")).status).toBe(200);
    expect((await owner.send("DELETE", `members/${colleague.userId}`)).status).toBe(200);
    for (const answer of [await colleague.get("campaigns"), await colleague.send("POST", "campaigns", {})])
      expect(codeOf(answer)).toBe("404 account_not_found");
    expect((await colleague.browser.whoAmI()).body.accounts).toEqual([]);
    expect(codeOf(await owner.send("DELETE", `members/${colleague.userId}`))).toBe("404 member_not_found");
  });

  it("may be invited again", async () => {
    const { merchant, owner } = await anOffice();
    const colleague = await aColleague(app, merchant, "manager");
    await owner.send("DELETE", `members/${colleague.userId}`);
    const { body } = await owner.send("POST", "member-invitations", { email: colleague.email, role: "viewer" });
    const path = `/api/session/member-invitations/${String(body.invite_link).split("/").at(-1)}/accept`;
    expect((await colleague.browser.send("POST", path)).body.account.role).toBe("viewer");
  });
});

describe("leaving", () => {
  it.each(["owner", "manager", "viewer"] as const)("is allowed for a %s", async (role) => {
    const { merchant } = await anOffice();
    const colleague = await aColleague(app, merchant, role);
    expect((await colleague.leave()).status).toBe(200);
    expect(codeOf(await colleague.get("campaigns"))).toBe("404 account_not_found");
    expect(codeOf(await colleague.leave())).toBe("404 account_not_found");
  });

  it("is 404 for an account of others, the same as for an unknown one", async () => {
    const { owner } = await anOffice();
    const other = await aMerchant(app);
    for (const id of [other.accountId, "acc_00000000000000000000000000", "x"])
      expect(codeOf(await owner.browser.send("DELETE", `/api/session/accounts/${id}`))).toBe("404 account_not_found");
    expect((await (await theOwner(app, other)).get("campaigns")).status).toBe(200);
  });
});
