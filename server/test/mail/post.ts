import { onTestFinished } from "vitest";
import { Browser } from "../people/browser.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aPortalShop, type PortalShop } from "../portal/portal.ts";
import { startSmtpServer, type ReceivedMail, type SmtpServer } from "./smtp-server.ts";

/** A shop in an installation that sends mail, and the server that receives it. */
export interface PostedShop extends PortalShop {
  readonly smtp: SmtpServer;
  /** Sends what waits, and returns what has arrived since the last time. */
  readonly post: () => Promise<ReceivedMail[]>;
  /** The merchant at the dashboard. */
  readonly desk: (method: string, path: string, body?: unknown) => ReturnType<Browser["send"]>;
}

export async function aPostedShop(campaign: Record<string, unknown> = {}): Promise<PostedShop> {
  const smtp = await startSmtpServer();
  const app = await startApp({ SMTP_URL: smtp.url, MAIL_FROM: "Partners <partners@tributary.test>", SIGNUP: "open" });
  onTestFinished(async () => {
    await app.close();
    await smtp.close();
  });
  const shop = await aPortalShop(app, campaign);
  const browser = new Browser(app);
  await browser.signIn(shop.merchant.email, shop.merchant.password);
  return {
    ...shop,
    smtp,
    post: async () => {
      await sendAll(app);
      return smtp.received.splice(0);
    },
    desk: (method, path, body) => browser.send(method, `/api/dashboard/${shop.merchant.accountId}/${path}`, body),
  };
}

export async function sendAll({ mails }: TestApp): Promise<void> {
  if (!mails) throw new Error("This installation sends no mail.");
  await mails.run();
}

/** The first link in a mail that leads to this path. */
export function linkIn(mail: ReceivedMail | undefined, path: string): string {
  const found = new RegExp(`http://tributary\\.test(${path}\\S+)`).exec(mail?.text ?? "")?.[1];
  if (found === undefined) throw new Error(`There is no link to ${path} in: ${mail?.text}`);
  return found;
}
