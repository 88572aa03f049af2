import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import type { TrackingResponse } from "tributary-sdk/pages";
import { appForFile, call, type TestApp } from "../support/app.ts";
import { aCampaign, anAffiliate, anOrderId } from "../support/world.ts";
import { aDesk, asMember, type Desk } from "./desk.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

interface TrackedCampaign {
  readonly desk: Desk;
  readonly campaignId: string;
  readonly read: () => Promise<TrackingResponse>;
}

async function aTrackedCampaign(target = "https://shop.example/spring?size=42#top"): Promise<TrackedCampaign> {
  const desk = await aDesk(app);
  const campaignId = await aCampaign(desk.merchant, { target_url: target, currency: "GBP" });
  const read = async (): Promise<TrackingResponse> => {
    const { status, body } = await desk.get(`campaigns/${campaignId}/tracking`);
    expect(status).toBe(200);
    return body as TrackingResponse;
  };
  return { desk, campaignId, read };
}

const markerOf = ({ check_url: url }: TrackingResponse): string => new URL(url).searchParams.get("service_id") ?? "";
const report = (marker: string) => call(app, "GET", `/seen.js?check=${encodeURIComponent(marker)}`);

describe("the state of tracking", () => {
  it("starts with nothing seen, and opens only the campaign's own target", async () => {
    const { campaignId, read } = await aTrackedCampaign();
    const { check_url: url, ...rest } = await read();
    expect(rest).toEqual({
      campaign: {
        id: campaignId,
        name: "Spring sale",
        currency: "GBP",
        target_url: "https://shop.example/spring?size=42#top",
      },
      affiliate: null,
      script_seen_at: null,
      click: null,
      click_may_be_missed: false,
      conversion: null,
    });
    expect(url).toMatch(/^https:\/\/shop\.example\/spring\?size=42&service_id=chk_[\w-]+#top$/);
  });

  it("shows the affiliate's link, the click and the order, for a viewer too", async () => {
    const { desk, campaignId, read } = await aTrackedCampaign();
    const { code } = await anAffiliate(app, desk.merchant, campaignId);
    expect((await read()).affiliate?.link).toBe(`http://tributary.test/r/${code}`);
    const { headers } = await call(app, "GET", `/r/${code}`);
    const clickId = new URL(String(headers["location"])).searchParams.get("service_id");
    expect((await read()).click?.id).toBe(clickId);
    const orderId = anOrderId();
    await desk.merchant.call("POST", "/v1/conversions", {
      body: { campaign_id: campaignId, click_id: clickId, external_id: orderId, amount: 10, currency: "GBP" },
    });
    const viewer = await asMember(desk, "viewer");
    expect((await viewer.get(`campaigns/${campaignId}/tracking`)).body).toMatchObject({
      click: { id: clickId },
      conversion: { external_id: orderId, has_click: true },
    });
    app.clock.forward({ seconds: 15 * 60 + 1 });
    expect(await read()).toMatchObject({ click: null, conversion: { external_id: orderId } });
  });

  it("says that a click may be missed once the newest 20,000 belong to others", async () => {
    const { desk, campaignId, read } = await aTrackedCampaign();
    const { code } = await anAffiliate(app, desk.merchant, campaignId);
    await call(app, "GET", `/r/${code}`);
    const { click } = await read();
    const other = await aTrackedCampaign();
    const rival = await anAffiliate(app, other.desk.merchant, other.campaignId);
    app.clock.forward({ seconds: 1 });
    await call(app, "GET", `/r/${rival.code}`);
    const copies = (count: number) =>
      app.db.query(sql`
        insert into clicks
        select (jsonb_populate_record(click, jsonb_build_object('id',
          left(click.id::text, 15) || right(gen_random_uuid()::text, 21)))).*
        from generate_series(1, ${count}::int), clicks click
        where click.id = (select id from clicks order by id desc limit 1)`);
    await copies(19_998);
    const unclicked = await aTrackedCampaign();
    expect(await read()).toMatchObject({ click: { id: click?.id }, click_may_be_missed: false });
    expect(await unclicked.read()).toMatchObject({ click: null, click_may_be_missed: false });
    await copies(1);
    for (const missed of [await read(), await unclicked.read()])
      expect(missed).toMatchObject({ click: null, click_may_be_missed: true });
    expect(await other.read()).toMatchObject({ click: { id: expect.any(String) }, click_may_be_missed: false });
    app.clock.forward({ seconds: 15 * 60 + 1 });
    expect(await read()).toMatchObject({ click: null, click_may_be_missed: false });
  });

  it("does not mix up campaigns", async () => {
    const { desk, campaignId, read } = await aTrackedCampaign();
    const other = await aCampaign(desk.merchant);
    const { code } = await anAffiliate(app, desk.merchant, other);
    await call(app, "GET", `/r/${code}`);
    await report(markerOf((await desk.get(`campaigns/${other}/tracking`)).body as TrackingResponse));
    expect(await read()).toMatchObject({
      affiliate: null,
      click: null,
      script_seen_at: null,
      campaign: { id: campaignId },
    });
  });
});

describe("GET /seen.js", () => {
  it("records that the script ran, once for each check", async () => {
    const { read } = await aTrackedCampaign();
    const marker = markerOf(await read());
    const { status, headers, text } = await report(marker);
    expect([status, headers["content-type"], text]).toEqual([200, "text/javascript; charset=utf-8", ""]);
    expect(headers).toMatchObject({ "cross-origin-resource-policy": "cross-origin", "cache-control": "no-store" });
    const first = (await read()).script_seen_at;
    expect(first).toBe(app.clock.now().toISOString());
    app.clock.forward({ seconds: 10 });
    await report(marker);
    expect((await read()).script_seen_at).toBe(first);
    await report(markerOf(await read()));
    expect((await read()).script_seen_at).toBe(app.clock.now().toISOString());
  });

  it("ignores a check that is too old, changed or made up, with the same response", async () => {
    const { read } = await aTrackedCampaign();
    const marker = markerOf(await read());
    const changed = `${marker.slice(0, -4)}${marker.slice(-4) === "AAAA" ? "BBBB" : "AAAA"}`;
    const responses = [await report(changed), await report("chk_"), await report("x"), await report("chk_%00é")];
    app.clock.forward({ seconds: 15 * 60 + 1 });
    responses.push(await report(marker));
    for (const { status, text } of responses) expect([status, text]).toEqual([200, ""]);
    expect((await read()).script_seen_at).toBeNull();
  });
});
