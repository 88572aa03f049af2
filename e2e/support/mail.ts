import type { SmtpServer } from "../../server/test/mail/smtp-server.ts";
import { expect, test as base } from "./test.ts";

/** Its pages come from an installation that sends email. */
export const test = base.extend({
  isolated: true,
  site: async ({ mail }, use) => use(mail.server),
});

/** The code in the last email to this address, once it arrives. */
export async function codeFor({ received }: SmtpServer, email: string): Promise<string> {
  const find = (): string => /^\d{8}$/m.exec(received.findLast(({ to }) => to[0] === email)?.text ?? "")?.[0] ?? "";
  await expect.poll(find).not.toBe("");
  return find();
}
