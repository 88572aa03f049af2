import { setTimeout as sleep } from "node:timers/promises";
import type {
  AffiliatesResponse,
  CampaignResponse,
  CreateCampaignBody,
  CreatedKeyResponse,
  CreatedTestAccountResponse,
  InviteResponse,
  SignUpStepResponse,
} from "tributary-sdk/pages";
import { NUMBERED_FROM } from "../../server/test/support/numbers.ts";

export const PASSWORD = "correct horse battery";
const RETRY_MS = 100;

interface Affiliate {
  readonly id: string;
  readonly affiliation_id: string;
  readonly email: string;
  readonly name: string;
  readonly affiliate_code: string;
}

let made = NUMBERED_FROM;
/** Unique within this worker, which has its own server. */
export const next = (): number => (made += 1);

/** Each person gets their own IP address, because sign-ups per address are limited. */
export const addressOf = (number: number): string => `198.51.100.${number % 256}`;

/** Creates test data through the routes that the pages use. */
export class Merchant {
  readonly origin: string;
  readonly email: string;
  readonly accountId: string;
  readonly cookie: string;

  private constructor(facts: Pick<Merchant, "origin" | "email" | "accountId" | "cookie">) {
    this.origin = facts.origin;
    this.email = facts.email;
    this.accountId = facts.accountId;
    this.cookie = facts.cookie;
  }

  /** If the server sends email, `codeFor` reads the code from the email to this address. */
  static async signUp(
    origin: string,
    name = "Rivers & Sons",
    codeFor?: (email: string) => Promise<string>,
  ): Promise<Merchant> {
    const number = next();
    const email = `merchant${number}@shop.example`;
    const from = addressOf(number);
    const sign = <Answer>(path: string, sent: object) =>
      send<Answer>(origin, "POST", `/api/session/${path}`, { body: sent, from });
    let signed = await sign<SignUpStepResponse>("signup", { name, email, password: PASSWORD });
    if ("verification" in signed.body && codeFor)
      signed = await sign("signup/confirm", { token: signed.body.verification.token, code: await codeFor(email) });
    const { body, cookie } = signed;
    if ("verification" in body) throw new Error("The sign-up waits for a code.");
    const [account] = body.accounts;
    if (!account) throw new Error("The new person has no account.");
    return new Merchant({ origin, email, accountId: account.id, cookie });
  }

  /** A request to the dashboard API. */
  async call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const address = `/api/dashboard/${this.accountId}/${path}`;
    const answer = await send<Answer>(this.origin, method, address, { cookie: this.cookie, body });
    return answer.body;
  }

  /** The same member in a new test account. */
  async testAccount(name: string): Promise<Merchant> {
    const { test_account: twin } = await this.call<CreatedTestAccountResponse>("POST", "test-accounts", { name });
    const { origin, email, cookie } = this;
    return new Merchant({ origin, email, cookie, accountId: twin.id });
  }

  async campaign(more: Partial<CreateCampaignBody> = {}): Promise<string> {
    const { campaign } = await this.call<CampaignResponse>("POST", "campaigns", {
      name: "Spring Sale",
      target_url: "https://shop.example/spring",
      type: "CPA",
      commission_type: "percentage",
      commission_value: 10,
      ...more,
    });
    return campaign.id;
  }

  async invite(campaignId: string, email: string): Promise<string> {
    const body = { campaign_id: campaignId, emails: [email] };
    const { results } = await this.call<InviteResponse>("POST", "invitations", body);
    const [result] = results;
    if (!result || !("invite_link" in result)) throw new Error(JSON.stringify(results));
    return result.invite_link;
  }

  /** Invites a new person, who accepts. */
  async affiliate(campaignId: string, name = "Ada Lovelace"): Promise<Affiliate> {
    const number = next();
    const email = `affiliate${number}@partner.example`;
    const token = (await this.invite(campaignId, email)).split("/").at(-1) ?? "";
    await send(this.origin, "POST", `/api/portal/invitations/${token}/accept`, {
      body: { name, password: PASSWORD },
      from: addressOf(number),
    });
    const path = `affiliates?campaign_id=${campaignId}&search=${encodeURIComponent(email)}`;
    const { affiliates } = await this.call<AffiliatesResponse>("GET", path);
    const [row] = affiliates;
    if (!row) throw new Error("The affiliate is not in the list.");
    return row;
  }

  async key(name = "shop backend"): Promise<string> {
    const { secret } = await this.call<CreatedKeyResponse>("POST", "api-keys", { name });
    return secret;
  }

  /** Uses the public API, which allows 100 requests per minute and key. */
  async track(key: string, body: object): Promise<{ id: string }> {
    for (;;)
      try {
        const answer = await send<{ conversion: { id: string } }>(this.origin, "POST", "/v1/conversions", {
          key,
          body,
        });
        return answer.body.conversion;
      } catch (error) {
        // On a busy machine, the order's click may still be in the journal.
        if (!String(error).includes("click_not_recorded_yet")) throw error;
        await sleep(RETRY_MS);
      }
  }
}

interface Sent {
  readonly body?: unknown;
  readonly cookie?: string;
  readonly key?: string;
  /** The sender's IP address. */
  readonly from?: string;
}

// oxlint-disable-next-line max-params -- reads like the request line that it sends
export async function send<Answer = unknown>(
  origin: string,
  method: string,
  path: string,
  { body, cookie, key, from }: Sent = {},
): Promise<{ body: Answer; cookie: string }> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: {
      "sec-fetch-site": "same-origin",
      ...(cookie === undefined ? {} : { cookie }),
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(from === undefined ? {} : { "x-forwarded-for": from }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return { body: JSON.parse(text) as Answer, cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" };
}
