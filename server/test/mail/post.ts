import { onTestFinished } from "vitest";
import type { UserId } from "../../src/domain/ids.ts";
import { saveAddressVerified } from "../../src/store/people/recovery.ts";
import { Browser } from "../people/browser.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aPortalShop, type PortalShop } from "../portal/portal.ts";
import { startSmtpServer, type ReceivedMail, type SmtpServer } from "./smtp-server.ts";

/** A shop in an installation that sends mail, and the server that receives it. */
export interface PostedShop extends PortalShop {
  readonly smtp: SmtpServer;
  /** Sends what waits, and returns what has arrived since the last time. */
  readonly post: () => Promise<ReceivedMail[]>;
  /** The merchant's browser. */
  readonly browser: Browser;
  readonly signInAgain: () => Promise<unknown>;
  /** The merchant at the dashboard. */
  readonly desk: (method: string, path: string, body?: unknown) => ReturnType<Browser["send"]>;
}

/** The merchant's address is verified unless a test says otherwise: only then do invitations go out by email. */
export async function aPostedShop(
  campaign: Record<string, unknown> = {},
  { verified = true }: { verified?: boolean } = {},
): Promise<PostedShop> {
  const smtp = await startSmtpServer();
  const app = await startApp({ SMTP_URL: smtp.url, MAIL_FROM: "Partners <partners@tributary.test>", SIGNUP: "open" });
  onTestFinished(async () => {
    await app.close();
    await smtp.close();
  });
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

/** A signed-in person proves with the code from the email that the address is theirs. */
export async function verifyAddress(app: TestApp, { received }: SmtpServer, browser: Browser): Promise<void> {
  await browser.send("POST", "/api/session/verification");
  await sendAll(app);
  const code = /^\d{8}$/m.exec(received.pop()?.text ?? "")?.[0];
  const { status, text } = await browser.send("POST", "/api/session/verification/confirm", { code });
  if (status !== 200) throw new Error(text);
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
