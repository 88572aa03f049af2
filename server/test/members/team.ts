import { DAY_MS } from "../../src/domain/values/day.ts";
import type { Role } from "../../src/domain/roles.ts";
import { inviteMember } from "../../src/usecases/members/invite-member.ts";
import { Browser, PASSWORD } from "../people/browser.ts";
import type { TestResponse, TestApp } from "../support/app.ts";
import { NUMBERED_FROM } from "../support/numbers.ts";
import { addressOf, type Merchant } from "../support/world.ts";

/** A signed-in member of a merchant's account who accepted an invitation. */
export interface Colleague {
  readonly browser: Browser;
  readonly userId: string;
  readonly email: string;
  readonly get: (path: string) => Promise<TestResponse>;
  readonly send: (method: string, path: string, body?: unknown) => Promise<TestResponse>;
  /** The member leaves the account. */
  readonly leave: () => Promise<TestResponse>;
}

let made = NUMBERED_FROM;
export const anAddress = (): string => `member${(made += 1)}@shop.example`;

export const tokenOf = (link: string): string => link.split("/").at(-1) ?? "";
export const joinPath = (link: string): string => `/api/session/member-invitations/${tokenOf(link)}`;
export const newPerson = { name: "Grace Hopper", password: PASSWORD };

/** The expiry of an invitation sent now. */
export const inAWeek = ({ clock }: TestApp): string => new Date(clock.now().getTime() + 7 * DAY_MS).toISOString();

export async function aColleague(app: TestApp, merchant: Merchant, role: Role): Promise<Colleague> {
  const email = anAddress();
  const { link } = await inviteMember(merchant.context, { email, role });
  const browser = new Browser(app);
  browser.from = addressOf(made);
  const { status, text } = await browser.send("POST", `${joinPath(link)}/accept`, newPerson);
  browser.from = undefined;
  if (status !== 200) throw new Error(text);
  return colleagueOf(merchant, browser);
}

/** The owner who created the account. */
export async function theOwner(app: TestApp, merchant: Merchant): Promise<Colleague> {
  const browser = new Browser(app);
  const { status, text } = await browser.signIn(merchant.email, merchant.password);
  if (status !== 200) throw new Error(text);
  return colleagueOf(merchant, browser);
}

async function colleagueOf({ accountId }: Merchant, browser: Browser): Promise<Colleague> {
  const { user } = (await browser.whoAmI()).body;
  return {
    browser,
    userId: user.id as string,
    email: user.email as string,
    get: (path) => browser.send("GET", `/api/dashboard/${accountId}/${path}`),
    send: (method, path, body) => browser.send(method, `/api/dashboard/${accountId}/${path}`, body),
    leave: () => browser.send("DELETE", `/api/session/accounts/${accountId}`),
  };
}

export const codeOf = ({ status, body }: TestResponse): string => `${status} ${body?.code ?? ""}`.trim();
