import { beforeAll, describe, expect, it } from "vitest";
import { appForFile, call, type TestApp } from "../support/app.ts";
import { aCampaign, anAffiliate } from "../support/world.ts";
import { aDesk, asMember, linesOf } from "./desk.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const statusOf = async (link: string): Promise<number> => (await call(app, "GET", new URL(link).pathname)).status;

describe("inviting a pasted list", () => {
  it("returns a result per address, in the given order: a link, or an error", async () => {
    const { merchant, send } = await aDesk(app);
    const campaign = await aCampaign(merchant);
    const { email: member } = await anAffiliate(app, merchant, campaign);
    const emails = ["eve@partner.example", "not an address", member, " mallory@partner.example "];
    const { status, body } = await send("POST", "invitations", { campaign_id: campaign, emails });
    expect(status).toBe(200);
    expect(body.results).toEqual([
      {
        email: "eve@partner.example",
        invite_link: expect.any(String),
        expires_at: app.clock.after({ days: 7 }).toISOString(),
        mailed: false,
        not_mailed_reason: "mail_off",
      },
      { email: "not an address", code: "invalid_request", error: expect.stringContaining("email must be") },
      { email: member, code: "already_in_campaign", error: expect.any(String) },
      expect.objectContaining({ email: "mallory@partner.example", mailed: false }),
    ]);
    expect(await statusOf(body.results[0].invite_link)).toBe(200);
  });

  it("gives an address that is listed twice one working link", async () => {
    const { merchant, send, get } = await aDesk(app);
    const campaign = await aCampaign(merchant);
    const emails = ["eve@partner.example", "EVE@partner.example"];
    const { body } = await send("POST", "invitations", { campaign_id: campaign, emails });
    expect(body.results).toHaveLength(2);
    expect(body.results[0].invite_link).toBe(body.results[1].invite_link);
    expect(await statusOf(body.results[0].invite_link)).toBe(200);
    expect((await get("invitations")).body.pagination.total).toBe(1);
  });

  it("fails entirely for a campaign that is missing, foreign or archived, and for no or too many addresses", async () => {
    const { merchant, send } = await aDesk(app);
    const other = await aDesk(app);
    const emails = ["eve@partner.example"];
    for (const campaign of ["cmp_nothing", await aCampaign(other.merchant)]) {
      const answer = await send("POST", "invitations", { campaign_id: campaign, emails });
      expect([answer.status, answer.body.code]).toEqual([404, "campaign_not_found"]);
    }
    const campaign = await aCampaign(merchant);
    for (const wrong of [[], Array<string>(101).fill("eve@partner.example"), "eve@partner.example", [7], undefined])
      expect((await send("POST", "invitations", { campaign_id: campaign, emails: wrong })).status).toBe(400);
    await send("DELETE", `campaigns/${campaign}`);
    expect((await send("POST", "invitations", { campaign_id: campaign, emails })).body.code).toBe("campaign_archived");
  });
});

async function withInvitations() {
  const desk = await aDesk(app);
  const campaign = await aCampaign(desk.merchant);
  const invite = async (email: string): Promise<string> => {
    const { body } = await desk.send("POST", "invitations", { campaign_id: campaign, emails: [email] });
    return body.results[0].invite_link as string;
  };
  const idOf = async (email: string): Promise<string> => {
    const { body } = await desk.get("invitations?limit=100");
    return body.invitations.find((row: { email: string }) => row.email === email).id as string;
  };
  return { ...desk, campaign, invite, idOf };
}

describe("invitations", () => {
  it("are listed newest first and can be filtered by each status", async () => {
    const { signIn, get, send, invite, idOf, campaign, merchant } = await withInvitations();
    await invite("expired@partner.example");
    app.clock.forward({ days: 7 });
    await signIn();
    await invite("withdrawn@partner.example");
    await send("DELETE", `invitations/${await idOf("withdrawn@partner.example")}`);
    await invite("open@partner.example");
    app.clock.forward({ seconds: 1 });
    await invite("open@partner.example");
    app.clock.forward({ seconds: 1 });
    const { email: joined } = await anAffiliate(app, merchant, campaign);
    const inState = async (state: string): Promise<[string, string][]> =>
      (await get(`invitations?state=${state}`)).body.invitations.map((row: { email: string; state: string }) => [
        row.email,
        row.state,
      ]);
    expect(await inState("open")).toEqual([["open@partner.example", "open"]]);
    expect(await inState("replaced")).toEqual([["open@partner.example", "replaced"]]);
    expect(await inState("expired")).toEqual([["expired@partner.example", "expired"]]);
    expect(await inState("withdrawn")).toEqual([["withdrawn@partner.example", "withdrawn"]]);
    expect(await inState("accepted")).toEqual([[joined, "accepted"]]);
    const all = (await get("invitations")).body;
    expect(all.pagination.total).toBe(5);
    expect(all.invitations[0]).toMatchObject({ email: joined, campaign_id: campaign, campaign_name: "Spring sale" });
    expect((await get(`invitations?campaign_id=${campaign}&limit=2&offset=4`)).body.invitations).toHaveLength(1);
    expect((await get("invitations?campaign_id=cmp_nothing")).body.pagination.total).toBe(0);
    expect((await get("invitations?state=lost")).status).toBe(400);
    expect(linesOf(await get("invitations.csv"))).toHaveLength(6);
    expect(linesOf(await get("invitations.csv?state=open"))).toHaveLength(2);
  });

  it("never show their links again", async () => {
    const { get, invite } = await withInvitations();
    const token = (await invite("eve@partner.example")).split("/").at(-1) ?? "";
    expect((await get("invitations")).text).not.toContain(token);
    expect((await get("invitations.csv")).text).not.toContain(token);
  });

  it("are renewed while open and after they expire; the old link stops working", async () => {
    const { signIn, send, invite, idOf } = await withInvitations();
    const first = await invite("eve@partner.example");
    const second = await send("POST", `invitations/${await idOf("eve@partner.example")}/renew`);
    expect(second.body).toMatchObject({
      email: "eve@partner.example",
      expires_at: app.clock.after({ days: 7 }).toISOString(),
    });
    expect([await statusOf(first), await statusOf(second.body.invite_link)]).toEqual([410, 200]);
    app.clock.forward({ days: 8 });
    await signIn();
    await send("POST", `invitations/${await idOf("eve@partner.example")}/renew`);
    expect(await statusOf(second.body.invite_link)).toBe(410);
  });

  it("are not renewed once withdrawn, accepted or replaced; unknown and foreign ones are 404", async () => {
    const { send, invite, idOf } = await withInvitations();
    await invite("eve@partner.example");
    const id = await idOf("eve@partner.example");
    expect((await send("DELETE", `invitations/${id}`)).body).toEqual({ success: true });
    expect((await send("POST", `invitations/${id}/renew`)).body.code).toBe("invitation_withdrawn");
    expect((await send("DELETE", `invitations/${id}`)).status).toBe(410);
    const other = await aDesk(app);
    for (const unknown of [id, "inv_nothing"]) {
      expect((await other.send("POST", `invitations/${unknown}/renew`)).status).toBe(404);
      expect((await other.send("DELETE", `invitations/${unknown}`)).status).toBe(404);
    }
  });

  it("can be created, renewed and withdrawn by managers, and read by viewers", async () => {
    const desk = await withInvitations();
    await desk.invite("eve@partner.example");
    const id = await desk.idOf("eve@partner.example");
    const viewer = await asMember(desk, "viewer");
    expect((await viewer.get("invitations")).status).toBe(200);
    const body = { campaign_id: desk.campaign, emails: ["mallory@partner.example"] };
    expect((await viewer.send("POST", "invitations", body)).status).toBe(403);
    expect((await viewer.send("POST", `invitations/${id}/renew`)).status).toBe(403);
    expect((await viewer.send("DELETE", `invitations/${id}`)).status).toBe(403);
  });
});
