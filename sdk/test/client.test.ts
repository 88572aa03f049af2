import { createTributary, isTributaryError } from "tributary-sdk";
import { describe, expect, it } from "vitest";
import { anAffiliate, anOrderId, campaignBody } from "../../server/test/support/world.ts";
import { failureOf } from "./faults.ts";
import { listeningWorld } from "./listening.ts";

const here = listeningWorld();
const order = (more: Record<string, unknown> = {}) => ({
  campaign_id: here.world.shop.campaignId,
  affiliate_code: here.world.shop.affiliate.code,
  external_id: anOrderId(),
  amount: 100,
  ...more,
});
const newCampaign = { ...campaignBody, type: "CPA", commission_type: "percentage" } as const;

describe("campaigns", () => {
  it("are created, read, changed, listed and archived", async () => {
    const { campaigns } = here.direct;
    const created = await campaigns.create({ ...newCampaign, name: "By the SDK", max_budget: 50 });
    expect(created).toMatchObject({ name: "By the SDK", slug: "by-the-sdk", status: "active" });
    expect(await campaigns.get(created.id)).toMatchObject({ id: created.id, max_budget: 50, current_spend: 0 });
    const changed = await campaigns.update(created.id, { status: "paused", max_budget: null });
    expect(changed).toMatchObject({ id: created.id, status: "paused", commission_value: 10 });
    const page = await campaigns.list({ status: "paused", limit: 1 });
    expect(page).toMatchObject({ campaigns: [{ id: created.id }], pagination: { limit: 1, offset: 0, total: 1 } });
    expect(await campaigns.archive(created.id)).toBeUndefined();
    expect((await campaigns.get(created.id)).status).toBe("archived");
  });
});

describe("affiliates", () => {
  it("are invited, listed and removed", async () => {
    const { app, shop } = here.world;
    const { affiliates } = here.direct;
    const invitation = await affiliates.invite({ campaign_id: shop.campaignId, email: "new@partner.example" });
    expect(invitation).toMatchObject({ status: "pending_invite", email: "new@partner.example" });
    expect(invitation.invite_link).toContain("/invite/");
    const joined = await anAffiliate(app, shop.merchant, shop.campaignId);
    const page = await affiliates.list({ campaign_id: shop.campaignId, status: "active" });
    expect(page.affiliates[0]).toMatchObject({ id: joined.affiliateId, affiliate_code: joined.code });
    await affiliates.remove({ campaign_id: shop.campaignId, affiliate_id: joined.affiliateId });
    const left = await affiliates.list({ campaign_id: shop.campaignId });
    expect(left.affiliates.map(({ id }) => id)).not.toContain(joined.affiliateId);
  });
});

describe("conversions", () => {
  it("are tracked, listed, rejected and restored", async () => {
    const { conversions } = here.direct;
    const { affiliate, campaignId } = here.world.shop;
    const tracked = await conversions.track(order({ amount: 49.99 }));
    expect(tracked).toEqual({
      id: expect.stringMatching(/^conv_/) as string,
      commission: 5,
      status: "pending",
      recovered: false,
    });
    await conversions.reject(tracked.id, { reason: "Refunded" });
    const query = { campaign_id: campaignId, status: "rejected", affiliate_id: affiliate.affiliateId } as const;
    const page = await conversions.list(query);
    expect(page.conversions).toMatchObject([{ id: tracked.id, rejection_reason: "Refunded" }]);
    await conversions.unreject(tracked.id);
    await conversions.reject(tracked.id);
    expect((await conversions.list(query)).conversions).toMatchObject([{ id: tracked.id, rejection_reason: null }]);
  });
});

describe("an error response", () => {
  it("has a code, a status, a message and the request's ID", async () => {
    const error = await failureOf(here.direct.campaigns.get("cmp_unknown"));
    expect(error).toMatchObject({
      name: "TributaryError",
      code: "campaign_not_found",
      status: 404,
      attempts: 1,
      outcome: "refused",
    });
    expect(error.message).toBe("Campaign not found.");
    expect(error.requestId).toMatch(/^req_/);
  });

  it("of a duplicate names the first conversion and is not a success", async () => {
    const sent = order();
    const first = await here.direct.conversions.track(sent);
    const error = await failureOf(here.direct.conversions.track(sent));
    expect(isTributaryError(error, "duplicate_conversion") && error.conversionId).toBe(first.id);
    expect([error.status, error.outcome]).toEqual([400, "refused"]);
  });

  it("of a wrong key does not show the key", async () => {
    const stranger = createTributary({ baseUrl: here.proxy.address, apiKey: "sk_live_stranger" });
    const error = await failureOf(stranger.campaigns.list());
    expect([error.code, error.status]).toEqual(["invalid_api_key", 401]);
    expect(`${error.stack}${JSON.stringify(error)}`).not.toContain("sk_live_stranger");
  });
});

describe("wrong use", () => {
  it.each(["", ".", ".."])("the ID %j never becomes another path", async (id) => {
    here.proxy.plan();
    const campaign_id = here.world.shop.campaignId;
    await expect(here.through.campaigns.archive(id)).rejects.toThrow(TypeError);
    await expect(here.through.affiliates.remove({ campaign_id, affiliate_id: id })).rejects.toThrow(TypeError);
    await expect(here.through.conversions.reject(id)).rejects.toThrow(TypeError);
    expect(here.proxy.seen).toEqual([]);
  });

  it("an ID with a slash stays one segment of the path", async () => {
    here.proxy.plan();
    const error = await failureOf(here.through.campaigns.get("../conversions/x?y#z"));
    expect(error.code).toBe("campaign_not_found");
    expect(here.proxy.seen).toEqual(["GET /v1/campaigns/..%2Fconversions%2Fx%3Fy%23z"]);
  });

  it.each([
    "",
    "partners.example",
    "ftp://partners.example",
    "https://a:b@partners.example",
    "https://partners.example/?x",
  ])("the baseUrl %j is rejected immediately", (baseUrl) =>
    expect(() => createTributary({ baseUrl, apiKey: "sk_live_x" })).toThrow(TypeError),
  );

  it("an invalid key is rejected immediately and not shown", () => {
    for (const apiKey of ["", "sk_live_secret\n", "sk live"])
      expect(() => createTributary({ baseUrl: "https://partners.example", apiKey })).toThrow(
        /^apiKey must be an API key/,
      );
  });

  it.each([{ timeoutMs: -1 }, { totalMs: Number.NaN }, { retries: -1 }])("%j is rejected", async (options) => {
    await expect(here.direct.campaigns.list({}, options)).rejects.toThrow(TypeError);
  });

  it("a path before the API's is kept, and trailing slashes are ignored", async () => {
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = (url) => {
      asked.push(url as string);
      return Promise.resolve(Response.json({ campaign: {} }));
    };
    await createTributary({ baseUrl: "https://shop.example/partners//", apiKey: "sk_live_x", fetch }).campaigns.get(
      "x",
    );
    expect(asked).toEqual(["https://shop.example/partners/v1/campaigns/x"]);
  });
});
