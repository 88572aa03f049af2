import sql from "sql-template-tag";
import { uuidOf, type UserId } from "../../src/domain/ids.ts";
import type { Role } from "../../src/domain/roles.ts";
import { Browser, signedUp } from "../people/browser.ts";
import { appForTest, type TestResponse, type TestApp } from "../support/app.ts";
import { aMerchant, type Merchant } from "../support/world.ts";

/** A merchant signed in to the dashboard. Requests are about their own account unless stated otherwise. */
export interface Desk {
  readonly app: TestApp;
  readonly merchant: Merchant;
  readonly browser: Browser;
  /** Needed after the clock was moved beyond the session's lifetime. */
  readonly signIn: () => Promise<TestResponse>;
  readonly get: (path: string) => Promise<TestResponse>;
  readonly send: (method: string, path: string, body?: unknown) => Promise<TestResponse>;
}

export async function aDesk(on?: TestApp): Promise<Desk> {
  const app = on ?? (await appForTest({ SIGNUP: "open" }));
  const merchant = await aMerchant(app);
  const browser = new Browser(app);
  const answer = await browser.signIn(merchant.email, merchant.password);
  if (answer.status !== 200) throw new Error(answer.text);
  return deskOf(app, merchant, browser);
}

const deskOf = (app: TestApp, merchant: Merchant, browser: Browser): Desk => ({
  app,
  merchant,
  browser,
  signIn: () => browser.signIn(merchant.email, merchant.password),
  get: (path) => browser.send("GET", `/api/dashboard/${merchant.accountId}/${path}`),
  send: (method, path, body) => browser.send(method, `/api/dashboard/${merchant.accountId}/${path}`, body),
});

let colleagues = 0;

/** The same account as seen by another member. */
export async function asMember({ app, merchant }: Desk, role: Role): Promise<Desk> {
  colleagues += 1;
  const browser = await signedUp(app, `colleague${colleagues}@shop.example`);
  const { body } = await browser.whoAmI();
  await app.db.query(sql`
    insert into members (account_id, user_id, role, created_at)
    values (${uuidOf(merchant.accountId)}, ${uuidOf(body.user.id as UserId)}, ${role}, now())`);
  return deskOf(app, merchant, browser);
}

export const asStranger = ({ app, merchant }: Desk): Desk => deskOf(app, merchant, new Browser(app));

/** The lines of a CSV, without its byte order mark. */
export const linesOf = (answer: TestResponse): string[] =>
  answer.text
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\r\n");
