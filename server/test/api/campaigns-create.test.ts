import { describe, expect, it } from "vitest";
import { aShop, expectFailure, ISO_TIME, worldForFile } from "../support/shop.ts";
import { aMerchant, campaignBody } from "../support/world.ts";

const world = worldForFile();

const create = (more: Record<string, unknown> = {}) =>
  world.shop.merchant.call("POST", "/v1/campaigns", { body: { ...campaignBody, ...more } });

const got = async (more: Record<string, unknown>) => {
  const made = await create(more);
  expect(made.status).toBe(200);
  return (await world.shop.merchant.call("GET", `/v1/campaigns/${made.body.campaign.id}`)).body.campaign;
};

describe("POST /v1/campaigns 200", () => {
  it("returns exactly the create shape, with the campaign active", async () => {
    const merchant = await aMerchant(world.app);
    const { status, body } = await merchant.call("POST", "/v1/campaigns", { body: campaignBody });
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      campaign: {
        id: expect.stringMatching(/^cmp_/) as string,
        name: "Spring sale",
        slug: "spring-sale",
        target_url: "https://shop.example/spring",
        type: "CPA",
        status: "active",
        created_at: world.app.clock.now().toISOString(),
      },
    });
    expect(body.campaign.created_at).toMatch(ISO_TIME);
  });

  it("applies defaults: 30 days of attribution, 7 of maturation, public, EUR, no limit", async () => {
    expect(await got({})).toMatchObject({
      attribution_window: 30,
      maturation_days: 7,
      visibility: "public",
      currency: "EUR",
      max_budget: null,
    });
  });

  it("treats null as absent for every optional field", async () => {
    const optional = {
      visibility: null,
      attribution_window: null,
      maturation_days: null,
      max_budget: null,
      currency: null,
    };
    expect(await got(optional)).toMatchObject({
      attribution_window: 30,
      maturation_days: 7,
      visibility: "public",
      currency: "EUR",
      max_budget: null,
    });
  });

  it.each([
    [{ visibility: "private" }],
    [{ attribution_window: 1 }],
    [{ attribution_window: 365 }],
    [{ maturation_days: 0 }],
    [{ maturation_days: 365 }],
    [{ max_budget: 0 }],
    [{ max_budget: 1234.56 }],
    [{ commission_type: "fixed", commission_value: 1_000_000 }],
    [{ commission_type: "fixed", commission_value: 0 }],
    [{ commission_value: 0 }],
    [{ commission_value: 100 }],
    [{ commission_value: 2.9 }],
    [{ commission_value: 0.0001 }],
    [{ name: "x" }],
    [{ name: "😀".repeat(120) }],
    [{ target_url: "http://shop.example/?a=1&b=2#top" }],
    [{ target_url: `https://shop.example/${"a".repeat(2048 - 21)}` }],
  ])("keeps %j", async (fields) => {
    expect(await got(fields)).toMatchObject(fields);
  });

  it.each([
    ["eur", "EUR"],
    ["Usd", "USD"],
    ["JPY", "JPY"],
    ["kwd", "KWD"],
  ])("reads the currency %s and shows %s", async (given, shown) => {
    expect((await got({ currency: given })).currency).toBe(shown);
  });

  it.each([
    ["EUR", 10.005, 10.01],
    ["EUR", 59.97000000000001, 59.97],
    ["EUR", 0.004, 0],
    ["JPY", 10.5, 11],
    ["KWD", 1.2345, 1.235],
    ["EUR", -0, 0],
  ])("rounds a fixed commission half up to the smallest unit of %s: %s is %s", async (currency, value, shown) => {
    const campaign = await got({ currency, commission_type: "fixed", commission_value: value });
    expect(campaign.commission_value).toBe(shown);
    expect(Object.is(campaign.commission_value, -0)).toBe(false);
  });

  it("creates a slug from the name that is unique within the account", async () => {
    const [one, other] = [await aMerchant(world.app), await aMerchant(world.app)];
    const slugs = [];
    for (const merchant of [one, one, one, other])
      slugs.push(
        (await merchant.call("POST", "/v1/campaigns", { body: { ...campaignBody, name: "Été & Co." } })).body.campaign
          .slug,
      );
    expect(slugs).toEqual(["ete-co", "ete-co-2", "ete-co-3", "ete-co"]);
  });

  it("creates 30 campaigns of one name, each with its own slug", async () => {
    const merchant = await aMerchant(world.app);
    const slugs = new Set<string>();
    for (let number = 0; number < 30; number += 1)
      slugs.add((await merchant.call("POST", "/v1/campaigns", { body: campaignBody })).body.campaign.slug);
    expect(slugs.size).toBe(30);
  });

  it("creates a slug for a name without Latin letters", async () => {
    const { body } = await create({ name: "春のセール" });
    expect(body.campaign).toMatchObject({ name: "春のセール", slug: expect.stringMatching(/^[a-z0-9-]+$/) as string });
  });

  it("ignores unknown and read-only fields", async () => {
    const given = {
      id: "cmp_00000000000000000000000000",
      account_id: "acc_00000000000000000000000000",
      slug: "mine",
      status: "archived",
      current_spend: 99,
      created_at: "1999-01-01T00:00:00.000Z",
      updated_at: "1999-01-01T00:00:00.000Z",
      stats: { total_clicks: 5 },
      colour: "red",
    };
    const campaign = await got(given);
    expect(campaign).toMatchObject({ status: "active", current_spend: 0, stats: { total_clicks: 0 } });
    expect(campaign.id).not.toBe(given.id);
    expect(campaign.slug).not.toBe("mine");
    expect(campaign.created_at).toBe(world.app.clock.now().toISOString());
    expect(campaign).not.toHaveProperty("colour");
  });
});

const requiredText = ["name", "target_url", "type", "commission_type"];

describe("POST /v1/campaigns 400", () => {
  const total = async () => (await world.shop.merchant.call("GET", "/v1/campaigns")).body.pagination.total as number;

  const expectRefusal = async (fields: Record<string, unknown>, field: string) => {
    const before = await total();
    const answer = await create(fields);
    expectFailure(answer, [400, "invalid_request"]);
    expect(answer.body.error).toMatch(new RegExp(`^${field} (is required and )?must be `));
    expect(await total()).toBe(before);
  };

  it.each([...requiredText, "commission_value"])("requires %s, whether it is missing or null", async (field) => {
    await expectRefusal({ [field]: undefined }, field);
    await expectRefusal({ [field]: null }, field);
  });

  it.each([...requiredText, "visibility", "currency"])("rejects %s that is not text", async (field) => {
    for (const value of [1, true, [], {}, ["x"]]) await expectRefusal({ [field]: value }, field);
  });

  it.each(["commission_value", "attribution_window", "maturation_days", "max_budget"])(
    "rejects %s that is not a number",
    async (field) => {
      for (const value of ["10", "", true, [], {}, [10]]) await expectRefusal({ [field]: value }, field);
    },
  );

  it.each([
    ["name", ""],
    ["name", "   "],
    ["name", "x".repeat(121)],
    ["name", "a\0b"],
    ["name", "a\ud800b"],
    ["name", "\udc00"],
    ["target_url", ""],
    ["target_url", "shop.example"],
    ["target_url", "/spring"],
    ["target_url", "ftp://shop.example/"],
    ["target_url", "javascript:alert(1)"],
    ["target_url", "JAVASCRIPT://shop.example/%0aalert(1)"],
    ["target_url", "data:text/html,x"],
    ["target_url", "https://"],
    ["target_url", "https://user@shop.example/"],
    ["target_url", "https://user:secret@shop.example/"],
    ["target_url", "https://shop.example/ a"],
    ["target_url", " https://shop.example/"],
    ["target_url", "https://shop.example/\r\nset-cookie: a=b"],
    ["target_url", "https://shop.example/\0"],
    ["target_url", "https://shop.example/\ud800"],
    ["target_url", String.raw`https:\\shop.example`],
    ["target_url", `https://shop.example/${"a".repeat(2048 - 20)}`],
    ["type", "CPC"],
    ["type", "cpa"],
    ["commission_type", "share"],
    ["commission_value", -0.01],
    ["commission_value", 100.0001],
    ["commission_value", 2.00001],
    ["commission_value", 1_000_001],
    ["visibility", "secret"],
    ["attribution_window", 0],
    ["attribution_window", 366],
    ["attribution_window", 30.5],
    ["attribution_window", -1],
    ["maturation_days", -1],
    ["maturation_days", 366],
    ["maturation_days", 0.5],
    ["max_budget", -1],
    ["max_budget", 1e300],
    ["currency", ""],
    ["currency", "EU"],
    ["currency", "EURO"],
    ["currency", "XYZ"],
    ["currency", "€"],
    ["currency", "E\0R"],
  ])("rejects %s %j", async (field, value) => {
    await expectRefusal({ [field]: value }, field);
  });

  it("rejects a fixed commission over a million", async () => {
    await expectRefusal({ commission_type: "fixed", commission_value: 1_000_000.01 }, "commission_value");
  });

  it.each(["1e400", "-1e400"])("rejects the number %s", async (number) => {
    const raw = JSON.stringify({ ...campaignBody, commission_value: "?" }).replace('"?"', number);
    const answer = await world.shop.merchant.call("POST", "/v1/campaigns", {
      raw,
      headers: { "content-type": "application/json" },
    });
    expectFailure(answer, [400, "invalid_request"]);
    expect(answer.body.error).toMatch(/^commission_value must be /);
  });

  it("says in one sentence that the body must be an object", async () => {
    for (const body of [[], "text", 5, true, null]) {
      const answer = await world.shop.merchant.call("POST", "/v1/campaigns", { body });
      expectFailure(answer, [400, "invalid_request"]);
      expect(answer.body.error).toBe("The body must be a JSON object.");
    }
  });
});

describe("POST /v1/campaigns/:campaign_id/affiliates into a private campaign", () => {
  it("leaves affiliates pending approval after they accept", async () => {
    const { merchant, campaignId } = await aShop(world.app, { visibility: "private" });
    const { body } = await merchant.call("GET", `/v1/campaigns/${campaignId}/affiliates`);
    expect(body.affiliates[0]).toMatchObject({ status: "pending", suspended: false });
  });
});
