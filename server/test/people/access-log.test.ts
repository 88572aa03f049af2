import { describe, expect, it } from "vitest";
import { createLog } from "../../src/system/log.ts";
import { attemptRules } from "../../src/usecases/limits/limit-attempts.ts";
import { aPortalShop } from "../portal/portal.ts";
import { appForTest, type TestApp } from "../support/app.ts";
import { aDesk } from "../dashboard/desk.ts";
import { Browser, PASSWORD, signedUp } from "./browser.ts";
import { guarded } from "./device.ts";

const EMAIL = "ada@shop.example";
const WRONG = "wrong password";

interface Line {
  readonly level: number;
  readonly access: string;
  readonly [fact: string]: unknown;
}

/** An application, and the access log lines since the last read. */
async function aLoggedApp(): Promise<{ app: TestApp; lines: () => Line[]; text: () => string }> {
  const written: string[] = [];
  let read = 0;
  const log = createLog("info", { write: (line) => void written.push(line) });
  const app = await appForTest({ SIGNUP: "open" }, { log });
  const lines = (): Line[] => {
    const fresh = written.slice(read);
    read = written.length;
    return fresh.map((line) => JSON.parse(line) as Line).filter(({ access }) => access !== undefined);
  };
  return { app, lines, text: () => written.join("") };
}

const WARN = 40;
const events = (lines: readonly Line[]): string[] => lines.map(({ access }) => access);

describe("the access log", () => {
  it("records who signed up, in and out, who failed, from where, and in which request", async () => {
    const { app, lines, text } = await aLoggedApp();
    const browser = await signedUp(app, EMAIL);
    const { user } = (await browser.whoAmI()).body;
    const failed = await browser.signIn(EMAIL, WRONG);
    await new Browser(app).signIn("nobody@shop.example", WRONG);
    await browser.signIn(EMAIL);
    await browser.send("DELETE", "/api/session");
    await browser.send("DELETE", "/api/session");
    const written = lines();
    expect(events(written)).toEqual(["signed_up", "sign_in_failed", "sign_in_failed", "signed_in", "signed_out"]);
    const [up, wrong, unknown, signedIn, out] = written;
    for (const line of [up, wrong, signedIn, out])
      expect(line).toMatchObject({ userId: user.id, address: "127.0.0.1" });
    expect(wrong).toMatchObject({ level: WARN, requestId: failed.body.request_id });
    expect(unknown?.["userId"]).toBeUndefined();
    expect(unknown?.["emailHash"]).toMatch(/^[\w-]{43}$/);
    expect(unknown?.["emailHash"]).not.toBe(wrong?.["emailHash"]);
    for (const secret of [EMAIL, "nobody@shop.example", PASSWORD, WRONG, browser.known ?? ""])
      expect(text()).not.toContain(secret);
  });

  it("records each limit once per window, however often it rejects", async () => {
    const { app, lines } = await aLoggedApp();
    await signedUp(app, EMAIL);
    lines();
    const { limit } = attemptRules.signInForEmailFromAddress;
    for (let window = 0; window < 2; window += 1) {
      for (let tries = 0; tries < limit + 5; tries += 1) await new Browser(app).signIn(EMAIL, WRONG);
      const written = lines();
      expect(events(written)).toEqual([...Array<string>(limit).fill("sign_in_failed"), "too_many_attempts"]);
      expect(written.at(-1)).toMatchObject({ level: WARN, limit: "signInForEmailFromAddress", address: "127.0.0.1" });
      app.clock.forward({ seconds: 15 * 60 });
    }
  });

  it("records wrong codes, wrong current passwords, new passwords and ended sessions", async () => {
    const { app, lines } = await aLoggedApp();
    const { browser, device } = await guarded(app, "ada@shop.example");
    lines();
    const elsewhere = new Browser(app);
    const { token } = (await elsewhere.signIn(EMAIL)).body.second_factor;
    await elsewhere.send("POST", "/api/session/code", { token, code: device.wrongCode() });
    await elsewhere.send("POST", "/api/session/code", { token, code: device.code() });
    expect(events(lines())).toEqual(["second_factor_failed", "signed_in"]);
    const { sessions } = (await browser.send("GET", "/api/session/list")).body;
    const other = sessions.find((session: { current: boolean }) => !session.current);
    await browser.send("DELETE", `/api/session/list/${other.id}`);
    const change = (current: string) =>
      browser.send("POST", "/api/session/password", {
        current_password: current,
        new_password: "another horse battery",
      });
    await change(WRONG);
    await change(PASSWORD);
    expect(events(lines())).toEqual(["session_ended", "password_check_failed", "password_changed"]);
  });

  it("records downloads and new payout details, without their contents", async () => {
    const { app, lines, text } = await aLoggedApp();
    const desk = await aDesk(app);
    lines();
    const file = await desk.get("conversions.csv");
    expect(lines()).toMatchObject([
      {
        access: "list_downloaded",
        what: "conversions.csv",
        accountId: desk.merchant.accountId,
        userId: desk.merchant.userId,
        requestId: file.headers["x-request-id"],
      },
    ]);
    const { portal } = await aPortalShop(app);
    lines();
    const iban = "DE89370400440532013000";
    const payout_details = { kind: "iban", iban, holder: "Ada" };
    await portal.send("PATCH", "profile", { payout_details, password: PASSWORD });
    expect(events(lines())).toEqual(["payout_details_changed"]);
    expect(text()).not.toContain(iban);
  });
});
