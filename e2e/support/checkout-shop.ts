import type { Page } from "@playwright/test";
import type { Server } from "./server.ts";

/** Stands in for Paddle.js: remembers what a checkout was opened with, also that of a button. */
const PADDLE = `window.opened = [];
window.Paddle = { Checkout: {
  open(options) { opened.push(["open", this === Paddle.Checkout, options]); },
  updateCheckout(options) { opened.push(["update", this === Paddle.Checkout, options]); },
} };`;

interface Opened {
  /** The switches on the script. */
  readonly tag?: string;
  readonly body?: string;
  /** The whole page, in place of the script and the body. */
  readonly html?: string;
  readonly path?: string;
}

interface CheckoutShop {
  /** Every request of the page except for its own files, as "METHOD URL body". */
  readonly requests: string[];
  open(opened: Opened): Promise<void>;
}

export const CLICK = "clk_01kjmma2g0f1rrrffrgqrx4a05";

const scriptTag = (tag: string): string => `<script src="http://svc.test/t.js" ${tag}></script>`;

/** A shop at http://shop.test whose pages have the script, before the body unless the tag says `defer`. */
export function shopIn(page: Page, server: Server): CheckoutShop {
  const requests: string[] = [];
  return {
    requests,
    open: async ({ tag = "", body = "", html = scriptTag(tag) + body, path = `/?service_id=${CLICK}` }) => {
      await page.unrouteAll();
      await page.route("**", async (route) => {
        const request = route.request();
        const { origin, pathname } = new URL(request.url());
        // The browser would not load it from a loopback address.
        if (pathname === "/t.js")
          return route.fulfill({ response: await route.fetch({ url: `${server.origin}/t.js` }) });
        const isPage = origin === "http://shop.test" && request.resourceType() === "document";
        if (!isPage && pathname !== "/favicon.ico")
          requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`.trim());
        if (pathname.endsWith("/paddle.js")) return route.fulfill({ contentType: "text/javascript", body: PADDLE });
        const headers = pathname === "/cart/update.js" ? { "set-cookie": `cart=c1-${requests.length}; path=/` } : {};
        return route.fulfill({ contentType: "text/html", headers, body: `<!doctype html>${html}` });
      });
      await page.goto(`http://shop.test${path}`);
    },
  };
}
