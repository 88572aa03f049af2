import type { ConnectorSecretResponse, ReceiptsResponse } from "tributary-sdk/pages";
import { faultsOf } from "./support/looks.ts";
import type { Merchant } from "./support/merchant.ts";
import { at, expect, test, visit } from "./support/test.ts";
import { paidSession, sendStandard, sendStripe } from "./support/webhooks.ts";

const SECRET = "whsec_of_a_test_endpoint";

/** A connector that works, one that fails and one that waits for its secret. */
async function furnish(merchant: Merchant): Promise<readonly [path: string, landmark: string][]> {
  const create = (body: object) => merchant.call<ConnectorSecretResponse>("POST", "connectors", body);
  const { connector: stripe } = await create({ provider: "stripe", secret: SECRET });
  const { connector: own, secret } = await create({ provider: "generic", name: "A shop with a rather long name" });
  const { connector: shopify } = await create({ provider: "shopify" });
  await sendStripe({ url: stripe.url, secret: SECRET }, "checkout.session.completed", paidSession("looks", null));
  await sendStripe({ url: stripe.url, secret: SECRET }, "customer.updated", { id: "cus_1" });
  await sendStripe({ url: stripe.url, secret: "whsec_wrong" }, "customer.updated", { id: "cus_1" });
  await sendStandard({ url: own.url, secret: secret ?? "" }, "msg_1", { type: "order.paid", data: { id: "1001" } });
  for (const { id } of [stripe, own])
    await expect
      .poll(async () => {
        const { receipts } = await merchant.call<ReceiptsResponse>("GET", `connectors/${id}/receipts`);
        return receipts.filter(({ state }) => state === "waiting").length;
      })
      .toBe(0);
  return [
    ["connectors", "Secret missing"],
    ["connectors?tab=orders", "stripe:pi_looks"],
    ["connectors/new", "Where do you sell?"],
    ["connectors/new?provider=paddle", "Create connector"],
    [`connectors/new?provider=shopify&connector=${shopify.id}`, "Waiting for the first event"],
    [`connectors/new?provider=generic&connector=${own.id}`, "An event arrived, but failed"],
    [`connectors/${stripe.id}`, "No affiliate"],
    [`connectors/${stripe.id}?tab=coupons`, "Promotion codes"],
    [`connectors/${stripe.id}?tab=settings`, "Delete connector"],
    [`connectors/${own.id}`, "Run again"],
    [`connectors/${own.id}?tab=mapping`, "Example event"],
    [`connectors/${shopify.id}`, "Finish setup"],
  ];
}

for (const width of [1280, 390]) {
  test(`the pages of connectors pass axe in light and dark, and are no wider than ${width} pixels`, async ({
    page,
    merchant,
  }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 800 });
    const faults: string[] = [];
    await page.goto(at(merchant, "connectors"));
    await expect(page.getByText("Where do you sell?")).toBeVisible();
    faults.push(...(await faultsOf(page)));
    const pages = await furnish(merchant);
    // The open page keeps its empty list; a new load shows what the requests created.
    await page.goto(at(merchant, "connectors"));
    await expect(page.getByText("Secret missing")).toBeVisible();
    for (const [path, landmark] of pages) {
      await visit(page, at(merchant, path));
      await expect(page.getByText(landmark).first()).toBeVisible();
      faults.push(...(await faultsOf(page)));
    }
    expect(faults).toEqual([]);
  });
}
