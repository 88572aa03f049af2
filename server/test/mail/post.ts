import sql from "sql-template-tag";
import { onTestFinished } from "vitest";
import type { UserId } from "../../src/domain/ids.ts";
import { saveAddressVerified } from "../../src/store/people/recovery.ts";
import { Browser } from "../people/browser.ts";
import { appForFile, startApp, type TestApp } from "../support/app.ts";
import { whenFileEnds } from "../support/file-end.ts";
import { aPortalShop, type PortalShop } from "../portal/portal.ts";
import { startSmtpServer, type ReceivedMail, type SmtpServer } from "./smtp-server.ts";

/** A shop in an installation that sends email, and the server that receives it. */
export interface PostedShop extends PortalShop {
  readonly smtp: SmtpServer;
  /** Sends what is queued, and returns the emails received since the last time. */
  readonly post: () => Promise<ReceivedMail[]>;
  readonly browser: Browser;
  readonly signInAgain: () => Promise<unknown>;
  /** The merchant's dashboard requests. */
  readonly desk: (method: string, path: string, body?: unknown) => ReturnType<Browser["send"]>;
}

interface ShopOptions {
  /** Whether the merchant's address is verified, which invitation emails require. True by default. */
  readonly verified?: boolean;
}

const sendingTo = ({ url }: SmtpServer) => ({
  SMTP_URL: url,
  MAIL_FROM: "Partners <partners@tributary.test>",
  SIGNUP: "open",
});

/** An installation that sends email, shared by all tests of a file. */
export interface PostOffice {
  /** Starts on a new day with an empty outbox, so earlier tests' emails and limits do not matter. */
  readonly newShop: (campaign?: Record<string, unknown>, options?: ShopOptions) => Promise<PostedShop>;
}

export async function postOfficeForFile(): Promise<PostOffice> {
  const smtp = await startSmtpServer();
  whenFileEnds(() => smtp.close());
  const app = await appForFile(sendingTo(smtp));
  return {
    newShop: async (campaign, options) => {
      app.clock.forward({ days: 1 });
      await app.db.query(sql`delete from mails`);
      smtp.behave("accept");
      smtp.received.splice(0);
      return shopAt(app, smtp, campaign, options);
    },
  };
}

/** A shop in a separate installation. */
export async function aPostedShop(campaign?: Record<string, unknown>, options?: ShopOptions): Promise<PostedShop> {
  const smtp = await startSmtpServer();
  const app = await startApp(sendingTo(smtp));
  onTestFinished(async () => {
    await app.close();
    await smtp.close();
  });
  return shopAt(app, smtp, campaign, options);
}

// oxlint-disable-next-line max-params -- the installation and its options
async function shopAt(
  app: TestApp,
  smtp: SmtpServer,
  campaign: Record<string, unknown> = {},
  { verified = true }: ShopOptions = {},
): Promise<PostedShop> {
  const shop = await aPortalShop(app, campaign);
  const browser = new Browser(app);
  const signInAgain = () => browser.signIn(shop.merchant.email, shop.merchant.password);
  await signInAgain();
  if (verified)
    await app.db.transaction((tx) => saveAddressVerified(tx, shop.merchant.context.actor as UserId, app.clock.now()));
  return {
    ...shop,
    smtp,
    browser,
    signInAgain,
    post: async () => {
      await sendAll(app);
      return smtp.received.splice(0);
    },
    desk: (method, path, body) => browser.send(method, `/api/dashboard/${shop.merchant.accountId}/${path}`, body),
  };
}

/** Verifies a signed-in person's address with the code from the email. */
export async function verifyAddress(app: TestApp, { received }: SmtpServer, browser: Browser): Promise<void> {
  await browser.send("POST", "/api/session/verification");
  await sendAll(app);
  const code = /^\d{8}$/m.exec(received.pop()?.text ?? "")?.[0];
  const { status, text } = await browser.send("POST", "/api/session/verification/confirm", { code });
  if (status !== 200) throw new Error(text);
}

export async function sendAll({ mails }: TestApp): Promise<void> {
  if (!mails) throw new Error("This installation sends no email.");
  await mails.run();
}

/** The first link in an email with this path. */
export function linkIn(mail: ReceivedMail | undefined, path: string): string {
  const found = new RegExp(`http://tributary\\.test(${path}\\S+)`).exec(mail?.text ?? "")?.[1];
  if (found === undefined) throw new Error(`There is no link to ${path} in: ${mail?.text}`);
  return found;
}
