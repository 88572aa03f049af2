import { expect, it } from "vitest";
import { Browser, signedUp } from "../people/browser.ts";
import { appForTest, call } from "../support/app.ts";

it("shows strangers whether sign-up is open, and whether they are the first, before they fill in a form", async () => {
  const stateOf = async (app: Parameters<typeof call>[0]): Promise<unknown> =>
    (await call(app, "GET", "/api/session/signup")).body;
  const first = await appForTest({ SIGNUP: "first" });
  expect(await stateOf(first)).toEqual({ open: true, first: true, mail_is_sent: false });
  await signedUp(first, "ada@shop.example");
  expect(await stateOf(first)).toEqual({ open: false, first: false, mail_is_sent: false });
  expect((await new Browser(first).signUp("bob@shop.example")).body.code).toBe("signup_closed");
  expect(await stateOf(await appForTest({ SIGNUP: "open" }))).toEqual({ open: true, first: true, mail_is_sent: false });
  expect(await stateOf(await appForTest({ SIGNUP: "closed" }))).toEqual({
    open: false,
    first: true,
    mail_is_sent: false,
  });
  const mailing = await appForTest({ SIGNUP: "open", SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "a@b.example" });
  expect(await stateOf(mailing)).toMatchObject({ mail_is_sent: true });
});
