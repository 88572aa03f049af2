import type { Page } from "@playwright/test";

interface Held {
  /** Resolves when the page has sent it. */
  readonly sent: Promise<void>;
  /** Sends it on, and resolves when the page has the response. */
  readonly release: () => Promise<void>;
}

/** Holds the page's next request with this method to an address. Those after it pass. */
export async function holdRequest(page: Page, method: string, url: string | RegExp): Promise<Held> {
  let send = (): void => {};
  let release = (): void => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  let responded: Promise<unknown> | undefined;
  await page.route(url, async (route, request) => {
    if (request.method() !== method || responded) return route.fallback();
    responded = request.response().then((response) => response?.finished());
    send();
    await released;
    await route.fallback();
  });
  return {
    sent,
    release: async () => {
      release();
      await responded;
    },
  };
}

/** Holds all of the page's reads of an address until they are released, so that it shows what it had before. */
export async function holdReads(page: Page, url: RegExp): Promise<{ readonly release: () => void }> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(url, async (route) => {
    if (route.request().method() === "GET") await released;
    // The page may have given up on it by now.
    await route.fallback().catch(() => {});
  });
  return { release };
}
