import { beforeAll, describe, expect, it } from "vitest";
import { appForFile, type TestApp, type TestResponse } from "../support/app.ts";
import { aCampaign, aConversion, anAffiliate } from "../support/world.ts";
import { aPortalShop, sold } from "../portal/portal.ts";
import { aDesk, linesOf } from "./desk.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const idsOf = ({ body }: TestResponse): string[] => body.conversions.map(({ id }: { id: string }) => id);

/** Three orders of 20, 50 and 20, in this order of time. */
async function threeOrders() {
  const desk = await aDesk(app);
  const campaign = await aCampaign(desk.merchant);
  const { code, affiliateId } = await anAffiliate(app, desk.merchant, campaign);
  const track = (amount: number): Promise<string> => {
    app.clock.forward({ seconds: 1 });
    return aConversion(desk.merchant, campaign, { code, amount });
  };
  const [first, large, last] = [await track(20), await track(50), await track(20)];
  return { ...desk, affiliateId, first, large, last };
}

describe("sorting the merchant's conversions", () => {
  it("orders by each key both ways, with the ID between equal values", async () => {
    const { get, first, large, last } = await threeOrders();
    const sorted = async (sort: string) => idsOf(await get(`conversions?sort=${sort}`));
    expect(await sorted("created")).toEqual([first, large, last]);
    expect(await sorted("-created")).toEqual([last, large, first]);
    expect(await sorted("amount")).toEqual([first, last, large]);
    expect(await sorted("-amount")).toEqual([large, last, first]);
    expect(await sorted("commission")).toEqual([first, last, large]);
    expect(await sorted("-commission")).toEqual([large, last, first]);
  });

  it("orders by status, newest first within each, and the exact reverse", async () => {
    const { send, get, affiliateId, first, large, last } = await threeOrders();
    await send("POST", `conversions/${large}/approve`);
    for (const filter of ["", `&affiliate_id=${affiliateId}`]) {
      expect(idsOf(await get(`conversions?sort=status${filter}`))).toEqual([large, last, first]);
      expect(idsOf(await get(`conversions?sort=-status${filter}`))).toEqual([first, last, large]);
      const pages = [0, 1, 2].map(async (offset) =>
        idsOf(await get(`conversions?sort=status&limit=1&offset=${offset}${filter}`)),
      );
      expect((await Promise.all(pages)).flat()).toEqual([large, last, first]);
    }
  });

  it("shows every row once across pages, even within one affiliate", async () => {
    const { get, affiliateId, first, large, last } = await threeOrders();
    for (const filter of ["", `&affiliate_id=${affiliateId}`]) {
      const pages = [0, 1, 2].map(async (offset) =>
        idsOf(await get(`conversions?sort=-amount&limit=1&offset=${offset}${filter}`)),
      );
      expect((await Promise.all(pages)).flat()).toEqual([large, last, first]);
    }
  });

  it("rejects a key that is not listed", async () => {
    const { get } = await threeOrders();
    for (const sort of ["external_id", "--amount", "amount_minor", "id;"])
      expect((await get(`conversions?sort=${encodeURIComponent(sort)}`)).status).toBe(400);
  });

  it("keeps the CSV newest first", async () => {
    const { get, first, large, last } = await threeOrders();
    const lines = linesOf(await get("conversions.csv?sort=-amount"));
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual([last, large, first]);
  });
});

describe("sorting an affiliate's conversions", () => {
  it("orders by commission and time, and rejects other keys", async () => {
    const shop = await aPortalShop(app);
    const order = (amount: number): Promise<string> => {
      app.clock.forward({ seconds: 1 });
      return sold(shop, { amount });
    };
    const [small, large] = [await order(10), await order(90)];
    app.clock.forward({ seconds: 1 });
    const middle = await order(50);
    const sorted = async (sort: string) => idsOf(await shop.portal.get(`conversions?sort=${sort}`));
    expect(await sorted("-commission")).toEqual([large, middle, small]);
    expect(await sorted("commission")).toEqual([small, middle, large]);
    expect(await sorted("created")).toEqual([small, large, middle]);
    expect((await shop.portal.get("conversions?sort=amount")).status).toBe(400);
  });
});
