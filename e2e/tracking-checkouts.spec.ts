import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { CLICK, shopIn } from "./support/checkout-shop.ts";
import { withServer as test } from "./support/worker.ts";

// The switches of t.js, in a real browser. The shop's pages and the providers' are stand-ins; the script is the real one.

const LATER = "clk_01kjmmb000f1rrrffrgqrx4a05";

const attribute = (page: Page, id: string, name: string) => page.locator(`#${id}`).getAttribute(name);
const hrefOf = (page: Page, id: string) => attribute(page, id, "href");
const consent = (page: Page, yes: boolean) => page.evaluate(`tributary.consent(${yes})`);
const STRIPE = `
  <a id="link" href="https://buy.stripe.com/test_1?prefilled_email=a%2Bb%40c.example">Buy</a>
  <a id="own" href="https://buy.stripe.com/test_2?client_reference_id=user-7">Buy</a>
  <a id="elsewhere" href="https://elsewhere.test/?to=https://buy.stripe.com/test_3">Somewhere else</a>
  <stripe-pricing-table id="table" pricing-table-id="prctbl_1"></stripe-pricing-table>
  <stripe-buy-button id="button" buy-button-id="buy_btn_1"></stripe-buy-button>`;

test.describe("data-stripe", () => {
  test("adds the ID to payment links, pricing tables and buy buttons, and to nothing else", async ({
    page,
    server,
  }) => {
    const shop = shopIn(page, server);
    await shop.open({ tag: "data-stripe", body: STRIPE });
    expect(await hrefOf(page, "link")).toBe(
      `https://buy.stripe.com/test_1?prefilled_email=a%2Bb%40c.example&client_reference_id=${CLICK}`,
    );
    expect(await attribute(page, "table", "client-reference-id")).toBe(CLICK);
    expect(await attribute(page, "button", "client-reference-id")).toBe(CLICK);
    expect(await hrefOf(page, "own")).toBe("https://buy.stripe.com/test_2?client_reference_id=user-7");
    expect(await hrefOf(page, "elsewhere")).toBe("https://elsewhere.test/?to=https://buy.stripe.com/test_3");
    await page.locator("#link").click();
    await expect(page).toHaveURL(/^https:\/\/buy\.stripe\.com\/test_1/);
    expect(shop.requests).toEqual([`GET ${page.url()}`]);
    expect(page.url()).toContain(`client_reference_id=${CLICK}`);
  });

  test("adds the ID to elements that the page adds or changes later, with the script deferred too", async ({
    page,
    server,
  }) => {
    const shop = shopIn(page, server);
    await shop.open({ tag: "data-stripe defer", body: "<main></main>" });
    await page.evaluate((html) => {
      document.querySelector("main")?.insertAdjacentHTML("beforeend", html);
    }, STRIPE);
    await expect(page.locator("#table")).toHaveAttribute("client-reference-id", CLICK);
    await expect(page.locator("#button")).toHaveAttribute("client-reference-id", CLICK);
    await page.locator("#link").evaluate((link) => link.setAttribute("href", "https://buy.stripe.com/test_9"));
    await page.locator("#link").click();
    await expect(page).toHaveURL(`https://buy.stripe.com/test_9?client_reference_id=${CLICK}`);
  });

  test("carries the last click", async ({ page, server }) => {
    const shop = shopIn(page, server);
    await shop.open({ tag: "data-stripe", body: STRIPE });
    await shop.open({ tag: "data-stripe", body: STRIPE, path: `/?service_id=${LATER}` });
    expect(await attribute(page, "table", "client-reference-id")).toBe(LATER);
    await shop.open({ tag: "data-stripe", body: STRIPE, path: "/pricing" });
    expect(await attribute(page, "table", "client-reference-id")).toBe(LATER);
  });

  test("adds the ID only after consent, and removes it when consent is withdrawn", async ({ page, server }) => {
    const shop = shopIn(page, server);
    await shop.open({ tag: 'data-stripe data-consent="required"', body: STRIPE });
    const ids = () => page.evaluate(() => document.body.innerHTML.match(/clk_\w+/g) ?? []);
    await page.locator("#elsewhere").dispatchEvent("auxclick");
    expect(await ids()).toEqual([]);
    await consent(page, true);
    expect(await ids()).toEqual([CLICK, CLICK, CLICK]);
    await consent(page, false);
    expect(await ids()).toEqual([]);
    expect(await hrefOf(page, "own")).toContain("client_reference_id=user-7");
    expect(await attribute(page, "table", "client-reference-id")).toBeNull();
  });
});

test.describe("data-lemon", () => {
  const LEMON = `
    <a id="checkout" href="https://my-shop.lemonsqueezy.com/checkout/buy/0a1b?discount=0">Buy</a>
    <a id="buy" href="https://my-shop.lemonsqueezy.com/buy/0a1b">Buy</a>
    <a id="account" href="https://my-shop.lemonsqueezy.com/billing">Your account</a>
    <a id="forged" href="https://elsewhere.test?.lemonsqueezy.com/buy">Somewhere else</a>`;

  test("adds the ID to checkout links as custom data", async ({ page, server }) => {
    await shopIn(page, server).open({ tag: "data-lemon", body: LEMON });
    const params = async (id: string) => [...new URL((await hrefOf(page, id)) ?? "").searchParams];
    expect(await params("checkout")).toEqual([
      ["discount", "0"],
      ["checkout[custom][service_id]", CLICK],
    ]);
    expect(await params("buy")).toEqual([["checkout[custom][service_id]", CLICK]]);
    expect(await hrefOf(page, "account")).toBe("https://my-shop.lemonsqueezy.com/billing");
    expect(await hrefOf(page, "forged")).toBe("https://elsewhere.test?.lemonsqueezy.com/buy");
  });
});

test.describe("data-shopify", () => {
  const told = (id: string): string =>
    `POST http://shop.test/cart/update.js ${JSON.stringify({ attributes: { service_id: id } })}`;
  const tag = "data-shopify";

  test("writes the ID into the cart once, and again for a new click and a new cart", async ({ page, server }) => {
    const shop = shopIn(page, server);
    const answered = (id: string) => expect.poll(() => page.evaluate("sessionStorage.service_id")).toContain(id);
    await shop.open({ tag });
    await answered(CLICK);
    await shop.open({ tag, path: "/products/1" });
    await shop.open({ tag });
    await shop.open({ tag, path: `/?service_id=${LATER}` });
    await answered(LATER);
    await shop.open({ tag, path: "/products/2" });
    expect(shop.requests).toEqual([told(CLICK), told(LATER)]);
    await page.evaluate("document.cookie = 'cart=c1-new; path=/'");
    await shop.open({ tag, path: "/products/3" });
    await expect.poll(() => shop.requests).toEqual([told(CLICK), told(LATER), told(LATER)]);
  });

  test("makes no request without a click", async ({ page, server }) => {
    const shop = shopIn(page, server);
    await shop.open({ tag, path: "/" });
    await page.waitForLoadState("networkidle");
    expect(shop.requests).toEqual([]);
  });

  test("writes the ID only after consent, and clears it when consent is withdrawn", async ({ page, server }) => {
    const shop = shopIn(page, server);
    await shop.open({ tag: 'data-shopify data-consent="required"' });
    await page.waitForLoadState("networkidle");
    expect(shop.requests).toEqual([]);
    await consent(page, true);
    await consent(page, true);
    await expect.poll(() => shop.requests).toEqual([told(CLICK)]);
    await shop.open({ tag: 'data-shopify data-consent="required"', path: "/products/1" });
    await consent(page, false);
    await consent(page, false);
    await expect.poll(() => shop.requests).toEqual([told(CLICK), told("")]);
  });
});

test.describe("data-paddle", () => {
  const opened = (page: Page) => page.evaluate<unknown>("opened");
  const items = [{ priceId: "pri_1", quantity: 1 }];
  const open = (page: Page, options: unknown) => page.evaluate(`Paddle.Checkout.open(${JSON.stringify(options)})`);
  const early = '<script src="https://cdn.paddle.com/paddle/v2/paddle.js"></script>';

  for (const [when, tag] of [
    ["before", "data-paddle defer"],
    ["after", "data-paddle"],
  ] as const)
    test(`adds the ID to a checkout if Paddle.js loads ${when} the script, and keeps the shop's custom data`, async ({
      page,
      server,
    }) => {
      await shopIn(page, server).open({ tag, body: early });
      await open(page, { items, customData: { user: 7 } });
      await open(page, { items, customer: { email: "a@b.example" } });
      expect(await opened(page)).toEqual([
        ["open", true, { items, customData: { user: 7, service_id: CLICK } }],
        ["open", true, { items, customer: { email: "a@b.example" }, customData: { service_id: CLICK } }],
      ]);
    });

  test("adds the ID if the shop opens a checkout as soon as Paddle.js has loaded", async ({ page, server }) => {
    await shopIn(page, server).open({ tag: "data-paddle" });
    await page.evaluate(
      (list) =>
        new Promise<void>((done) => {
          const script = document.createElement("script");
          script.src = "https://cdn.paddle.com/paddle/v2/paddle.js";
          script.addEventListener("load", () => {
            (window as unknown as { Paddle: { Checkout: { open(o: unknown): void } } }).Paddle.Checkout.open({
              items: list,
            });
            done();
          });
          document.head.append(script);
        }),
      items,
    );
    expect(await opened(page)).toEqual([["open", true, { items, customData: { service_id: CLICK } }]]);
  });

  test("leaves the custom data of an existing transaction alone", async ({ page, server }) => {
    const button = '<a id="paid" class="paddle_button" data-transaction-id="txn_1">Pay</a>';
    await shopIn(page, server).open({ tag: "data-paddle", body: early + button });
    await open(page, { transactionId: "txn_1" });
    await open(page, { transactionId: "txn_1", customData: { user: 7 } });
    await page.evaluate("Paddle.Checkout.updateCheckout({ items: [] })");
    await page.evaluate("Paddle.Checkout.updateCheckout({ customData: { user: 8 } })");
    expect(await opened(page)).toEqual([
      ["open", true, { transactionId: "txn_1" }],
      ["open", true, { transactionId: "txn_1", customData: { user: 7, service_id: CLICK } }],
      ["update", true, { items: [] }],
      ["update", true, { customData: { user: 8, service_id: CLICK } }],
    ]);
    expect(await attribute(page, "paid", "data-custom-data")).toBeNull();
  });

  test("adds the ID to HTML checkouts, and to nothing without consent", async ({ page, server }) => {
    const buttons = `${early}<a id="plain" class="paddle_button">Buy</a>
      <a id="own" class="paddle_button" data-custom-data='{"user": 7}'>Buy</a>
      <a id="broken" class="paddle_button" data-custom-data='{user'>Buy</a>`;
    await shopIn(page, server).open({ tag: 'data-paddle data-consent="required"', body: buttons });
    const ids = ["plain", "own", "broken"];
    const custom = () => Promise.all(ids.map((id) => attribute(page, id, "data-custom-data")));
    await open(page, { items });
    expect(await custom()).toEqual([null, '{"user": 7}', "{user"]);
    await consent(page, true);
    expect(await custom()).toEqual([`{"service_id":"${CLICK}"}`, `{"user":7,"service_id":"${CLICK}"}`, "{user"]);
    await consent(page, false);
    await open(page, { items });
    expect(await custom()).toEqual([null, '{"user":7}', "{user"]);
    expect(await opened(page)).toEqual([
      ["open", true, { items }],
      ["open", true, { items }],
    ]);
  });
});

test.describe("data-keep", () => {
  test("leaves the ID in the URL, unless the visitor refuses", async ({ page, server }) => {
    const shop = shopIn(page, server);
    await shop.open({ tag: "data-keep", path: `/?a=1&service_id=${CLICK}` });
    await expect(page).toHaveURL(`http://shop.test/?a=1&service_id=${CLICK}`);
    expect(await page.evaluate("tributary.id()")).toBe(CLICK);
    await shop.open({ tag: "data-keep", path: "/?a=1&service_id=clk_x" });
    await expect(page).toHaveURL("http://shop.test/?a=1");
    await shop.open({ tag: 'data-keep data-consent="required"', path: `/?a=1&service_id=${CLICK}` });
    await consent(page, true);
    await expect(page).toHaveURL(`http://shop.test/?a=1&service_id=${CLICK}`);
    await consent(page, false);
    await expect(page).toHaveURL("http://shop.test/?a=1");
  });
});

test("without switches, checkouts stay as they are and the script makes no requests", async ({ page, server }) => {
  const shop = shopIn(page, server);
  const lemon = '<a href="https://my-shop.lemonsqueezy.com/buy/0a1b">Buy</a><a class="paddle_button">Buy</a>';
  await shop.open({ tag: "", body: STRIPE + lemon });
  await page.waitForLoadState("networkidle");
  await page.locator("#elsewhere").dispatchEvent("auxclick");
  expect(await page.evaluate(() => document.body.innerHTML)).not.toContain("clk_");
  expect(shop.requests).toEqual([]);
});

test("the Shopify snippet follows the decision in Shopify's own consent banner", async ({ page, server }) => {
  const source = readFileSync(new URL("../docs/connectors/tributary-shopify.liquid", import.meta.url), "utf8");
  const [, snippet = ""] = source.split("{%- endcomment -%}");
  const shop = shopIn(page, server);
  const open = async (privacy: { allowed: boolean; banner: boolean }, path?: string) => {
    const theme = `<script>
      window.Shopify = {
        loadFeatures: (features, ready) => setTimeout(ready),
        customerPrivacy: { marketingAllowed: () => ${privacy.allowed}, shouldShowBanner: () => ${privacy.banner} },
      };
    </script>`;
    await shop.open({ html: theme + snippet, ...(path === undefined ? {} : { path }) });
  };
  const cart = () => shop.requests.filter((request) => request.startsWith("POST"));
  await open({ allowed: false, banner: true });
  await page.waitForLoadState("networkidle");
  expect(cart()).toEqual([]);
  expect(await page.evaluate("tributary.id()")).toBeNull();
  await page.evaluate(() => {
    (window as unknown as { Shopify: { customerPrivacy: unknown } }).Shopify.customerPrivacy = {
      marketingAllowed: () => true,
    };
    document.dispatchEvent(new Event("visitorConsentCollected"));
  });
  await expect.poll(cart).toHaveLength(1);
  await expect(page).toHaveURL(`http://shop.test/?service_id=${CLICK}`);
  await open({ allowed: true, banner: false }, "/products/1");
  await expect.poll(() => page.evaluate("tributary.id()")).toBe(CLICK);
  await open({ allowed: false, banner: false }, "/products/2");
  await expect.poll(cart).toHaveLength(2);
  expect(cart()[1]).toContain('{"attributes":{"service_id":""}}');
  expect(await page.evaluate(() => document.cookie)).not.toContain("service_id");
});
