import { beforeAll, describe, expect, test } from "vitest";
import { parseId, type ClawBackId } from "../../src/domain/ids.ts";
import { undoClawBack } from "../../src/usecases/conversions/undo-claw-back.ts";
import { linesOf } from "../dashboard/desk.ts";
import { earn, earnApproved, mature, type Till } from "../payouts/till.ts";
import { Browser } from "../people/browser.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { aShop, cancel, conversionIn, refundOf } from "./shop.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

/** The header and the rows by their first cell. */
async function downloaded({ merchant }: Till, list: string): Promise<{ header: string; row: (id: string) => string }> {
  const browser = new Browser(app);
  await browser.signIn(merchant.email, merchant.password);
  const lines = linesOf(await browser.send("GET", `/api/dashboard/${merchant.accountId}/${list}.csv`));
  return { header: lines[0] ?? "", row: (id) => lines.find((line) => line.startsWith(`${id},`)) ?? "" };
}

describe("the CSV of conversions", () => {
  test("has the original and the refunded amounts at the end, empty without refunds", async () => {
    const shop = await aShop(app);
    const [untouched, refunded, restored] = [
      await earn(shop, shop.partner, 10_000),
      await earn(shop, shop.partner, 10_000),
      await earn(shop, shop.partner, 10_000),
    ];
    await refundOf(shop, refunded, { amount: 25 });
    await cancel(shop, await refundOf(shop, restored, { amount: 25 }));
    const { header, row } = await downloaded(shop, "conversions");
    expect(header).toBe(
      "id,external_id,status,amount,currency,commission,commission_currency,campaign_id,campaign_name,affiliate_id,affiliate_name," +
        "click_id,seconds_to_convert,warning_signs,created_at,matures_at,approved_at,rejected_at,rejection_reason," +
        "original_amount,original_commission,refunded_amount,coupon_code,attributed_by",
    );
    const order = String((await conversionIn(shop, untouched))?.["external_id"]);
    expect(row(untouched)).toMatch(new RegExp(`^${untouched},${order},pending,100,EUR,20,EUR,.*Z,,,,,,,,$`, "u"));
    expect(row(refunded)).toMatch(/,pending,75,EUR,15,EUR,.*Z,,,,100,20,25,,$/u);
    expect(row(restored)).toMatch(/,pending,100,EUR,20,EUR,.*Z,,,,100,20,0,,$/u);
  });
});

describe("the CSV of claw-backs", () => {
  test("names the refund and what was undone, and shows what was returned as a negative amount", async () => {
    const shop = await aShop(app);
    const id = await earnApproved(shop, shop.partner, 10_000);
    mature(shop);
    const first = await refundOf(shop, id, { amount: 25 });
    const second = await refundOf(shop, id, { amount: 25 });
    const returned = await cancel(shop, first);
    const undone = await undoClawBack(shop.merchant.context, {
      id: parseId("claw_back", second.body.claw_back.id as string) as ClawBackId,
      reason: "Goodwill",
    });
    const { header, row } = await downloaded(shop, "claw-backs");
    expect(header).toMatch(/,amount,currency,reason,created_at,payout_id,refund_id,undoes_id$/u);
    expect(row(first.body.claw_back.id as string)).toMatch(new RegExp(`,5,EUR,.*,${first.body.refund.id},$`, "u"));
    expect(row(returned.body.claw_back.id as string)).toMatch(new RegExp(`,-5,EUR,.*,${first.body.refund.id},$`, "u"));
    expect(row(undone.id)).toMatch(new RegExp(`,-5,EUR,Goodwill,.*,,${second.body.claw_back.id}$`, "u"));
  });
});
