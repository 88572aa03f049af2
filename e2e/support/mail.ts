import { startSmtpServer, type SmtpServer } from "../../server/test/mail/smtp-server.ts";
import { startServer } from "./server.ts";
import { expect, test as base } from "./test.ts";

/** An installation that sends email, and the mail server that receives it. */
export const test = base.extend<object, { smtp: SmtpServer }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const smtp = await startSmtpServer();
      await use(smtp);
      await smtp.close();
    },
    { scope: "worker" },
  ],
  server: [
    async ({ smtp }, use) => {
      const server = await startServer({ smtpUrl: smtp.url });
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

/** The code in the last email to this address, once it arrives. */
export async function codeFor({ received }: SmtpServer, email: string): Promise<string> {
  const find = (): string => /^\d{8}$/m.exec(received.findLast(({ to }) => to[0] === email)?.text ?? "")?.[0] ?? "";
  await expect.poll(find).not.toBe("");
  return find();
}
