import { beforeAll, describe, expect, it } from "vitest";
import { createMailer } from "../../src/system/mailer.ts";
import { sendDueMails } from "../../src/usecases/mail/send-mails.ts";
import { startApp } from "../support/app.ts";
import { dumpOf } from "../portal/dump.ts";
import { linkIn, sendAll, postOfficeForFile, type PostedShop, type PostOffice } from "./post.ts";
import { outboxOf } from "./outbox.ts";

let office: PostOffice;
beforeAll(async () => {
  office = await postOfficeForFile();
});

const invite = (shop: PostedShop, ...emails: string[]) =>
  shop.desk("POST", "invitations", { campaign_id: shop.campaignId, emails });
const statesOf = async ({ app }: PostedShop) => (await outboxOf(app)).map(({ status }) => status);

/** Invitations are composed when they are queued. */
const noLateMail = () => Promise.reject(new Error("Invitations are composed when queued."));

describe("a queued email", () => {
  it("shows neither its recipient nor its link in a copy of the database, and is empty once sent", async () => {
    const shop = await office.newShop();
    const { body } = await invite(shop, "ada@partner.example");
    const token = String(body.results[0].invite_link).split("/").at(-1) ?? "";
    const dump = await dumpOf(shop.app);
    expect(dump.contains(token)).toBe(false);
    expect(dump.contains("has invited you")).toBe(false);
    expect(await outboxOf(shop.app)).toMatchObject([{ status: "waiting", sealed: true }]);
    await shop.post();
    expect(await outboxOf(shop.app)).toMatchObject([{ status: "sent", sealed: false }]);
  });

  it("is retried after 1, 5 and 30 minutes, 2 and 12 hours, and then dropped", async () => {
    const shop = await office.newShop();
    await invite(shop, "ada@partner.example");
    shop.smtp.behave("busy");
    const { clock } = shop.app;
    for (const seconds of [60, 300, 1_800, 7_200, 43_200]) {
      await sendAll(shop.app);
      const [mail] = await outboxOf(shop.app);
      expect(mail).toMatchObject({ status: "waiting", last_failure: "EENVELOPE 451" });
      expect(mail?.due_at.getTime()).toBe(clock.now().getTime() + seconds * 1000);
      clock.forward({ seconds: seconds - 1 });
      const before = shop.smtp.connections();
      await sendAll(shop.app);
      expect(shop.smtp.connections()).toBe(before);
      clock.forward({ seconds: 1 });
    }
    await sendAll(shop.app);
    expect(await outboxOf(shop.app)).toMatchObject([{ status: "failed", attempts: 6, sealed: false }]);
    shop.smtp.behave("accept");
    clock.forward({ days: 2 });
    expect(await shop.post()).toEqual([]);
  });

  it("is sent once the mail server is back", async () => {
    const shop = await office.newShop();
    await invite(shop, "ada@partner.example");
    shop.smtp.behave("hang_up");
    await sendAll(shop.app);
    expect(await statesOf(shop)).toEqual(["waiting"]);
    shop.smtp.behave("accept");
    shop.app.clock.forward({ seconds: 60 });
    expect(await shop.post()).toHaveLength(1);
    expect(await statesOf(shop)).toEqual(["sent"]);
  });

  it("to a recipient whom the server rejects permanently is dropped, and keeps the code without the address", async () => {
    const shop = await office.newShop();
    await invite(shop, "nobody@partner.example");
    shop.smtp.behave("refuse_reader");
    await sendAll(shop.app);
    expect(await outboxOf(shop.app)).toMatchObject([
      { status: "failed", attempts: 1, last_failure: "EENVELOPE 550", sealed: false },
    ]);
  });

  it("is not blocked by another that cannot be sent", async () => {
    const shop = await office.newShop();
    shop.smtp.behave("refuse_reader");
    await invite(shop, "nobody@partner.example");
    await sendAll(shop.app);
    shop.smtp.behave("accept");
    await invite(shop, "ada@partner.example", "grace@partner.example");
    expect(await shop.post()).toHaveLength(2);
  });

  it("leased by a sender that died is sent by another after two minutes, with the same Message-ID", async () => {
    const shop = await office.newShop();
    await invite(shop, "ada@partner.example");
    const dead = sendDueMails(shop.app.services, {
      mailer: { send: () => Promise.reject(new Error("killed")) },
      compose: noLateMail,
    });
    await expect(dead).rejects.toThrow("killed");
    expect(await shop.post()).toEqual([]);
    shop.app.clock.forward({ seconds: 119 });
    expect(await shop.post()).toEqual([]);
    shop.app.clock.forward({ seconds: 1 });
    const [mail] = await shop.post();
    expect(mail?.headers["message-id"]).toMatch(/^<[0-9a-f-]{36}@tributary\.test>$/);
    expect(await outboxOf(shop.app)).toMatchObject([{ status: "sent", attempts: 0 }]);
  });

  it("leased by a sender that died with its clock ahead by more than two minutes is sent by another", async () => {
    const shop = await office.newShop();
    await invite(shop, "ada@partner.example");
    shop.app.clock.forward({ hours: 3 });
    const dead = sendDueMails(shop.app.services, {
      mailer: { send: () => Promise.reject(new Error("killed")) },
      compose: noLateMail,
    });
    await expect(dead).rejects.toThrow("killed");
    shop.app.clock.forward({ hours: -3, seconds: 120 });
    expect(await shop.post()).toHaveLength(1);
  });

  it("is sent once by several concurrent senders", async () => {
    const shop = await office.newShop();
    await invite(shop, ...Array.from({ length: 20 }, (_none, index) => `ada${index}@partner.example`));
    const mailer = createMailer({ smtpUrl: shop.smtp.url, from: "a@b.example", host: "tributary.test" });
    await Promise.all(
      Array.from({ length: 6 }, () => sendDueMails(shop.app.services, { mailer, compose: noLateMail })),
    );
    const readers = shop.smtp.received.map(({ to }) => to[0]);
    expect(readers).toHaveLength(20);
    expect(new Set(readers).size).toBe(20);
  });

  it("sealed with another secret is dropped without stopping the others", async () => {
    const shop = await office.newShop();
    await invite(shop, "ada@partner.example");
    const other = {
      ...shop.app.services,
      mailBox: {
        ...shop.app.services.mailBox,
        open: () => {
          throw new Error("sealed");
        },
      },
    };
    const mailer = createMailer({ smtpUrl: shop.smtp.url, from: "a@b.example", host: "tributary.test" });
    await sendDueMails(other, { mailer, compose: noLateMail });
    expect(await outboxOf(shop.app)).toMatchObject([{ status: "failed", last_failure: "sealed", sealed: false }]);
  });

  it("that ended thirty days ago is deleted", async () => {
    const shop = await office.newShop();
    await invite(shop, "ada@partner.example");
    await shop.post();
    shop.app.clock.forward({ days: 29 });
    await shop.app.jobs.runDue();
    expect(await outboxOf(shop.app)).toHaveLength(1);
    shop.app.clock.forward({ days: 2 });
    await shop.app.jobs.runDue();
    expect(await outboxOf(shop.app)).toEqual([]);
  });

  it("is sent by the running loop automatically", async () => {
    const shop = await office.newShop();
    const env = { SMTP_URL: shop.smtp.url, MAIL_FROM: "a@b.example" };
    const second = await startApp(env, { connection: shop.app.connection, clock: shop.app.clock });
    second.mails?.start();
    await invite(shop, "ada@partner.example");
    await expect.poll(() => shop.smtp.received.length).toBe(1);
    await second.close();
    expect(linkIn(shop.smtp.received[0], "/invite/")).toContain("/invite/");
  });
});
