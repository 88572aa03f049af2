import { test as base, type BrowserContext } from "@playwright/test";
import { startSmtpServer, type SmtpServer } from "../../server/test/mail/smtp-server.ts";
import { startServer, type Server } from "./server.ts";

interface WorkerFixtures {
  server: Server;
  /** An installation that sends email, and the mail server that receives it. */
  mail: { readonly server: Server; readonly smtp: SmtpServer };
  /** An installation on the shop's domain: go.shop.test, with COOKIE_DOMAIN. */
  sameSite: Server;
  /** A context that tests share. */
  warm: BrowserContext;
}
interface Fixtures {
  /** The installation that the test's pages come from. */
  site: Server;
}

const START = { scope: "worker", timeout: 600_000 } as const;

/**
 * What a worker starts once, when a test first needs it. Every test extends this one, and adds no worker fixtures:
 * Playwright would start another worker for them, with its own browser and server.
 */
export const withServer = base.extend<Fixtures, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    START,
  ],
  mail: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const smtp = await startSmtpServer();
      const server = await startServer({ smtpUrl: smtp.url });
      await use({ server, smtp });
      await server.stop();
      await smtp.close();
    },
    START,
  ],
  sameSite: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const server = await startServer({ host: "go.shop.test", cookieDomain: "shop.test" });
      await use(server);
      await server.stop();
    },
    START,
  ],
  // A page load in a renderer that has already compiled the scripts takes half the CPU time.
  warm: [
    async ({ browser, server }, use) => {
      const context = await browser.newContext({
        baseURL: server.origin,
        locale: "en-GB",
        timezoneId: "Europe/Berlin",
        reducedMotion: "reduce",
      });
      // With --process-per-site, this page keeps the renderer alive between two tests.
      const anchor = await context.newPage();
      await anchor.goto("/icon.svg");
      await use(context);
      await context.close();
    },
    { scope: "worker" },
  ],
  site: async ({ server }, use) => use(server),
  baseURL: async ({ site }, use) => use(site.origin),
});
