import sql from "sql-template-tag";
import { idOf, parseId, type AccountId } from "../../src/domain/ids.ts";
import { createAccount } from "../../src/usecases/accounts/create-account.ts";
import type { MerchantContext } from "../../src/usecases/context.ts";
import { createKey } from "../../src/usecases/keys/create-key.ts";
import { verifyLedger } from "../../src/usecases/installation/verify-ledger.ts";
import { call, type TestResponse, type Call, type TestApp } from "./app.ts";
import { NUMBERED_FROM } from "./numbers.ts";

/** A merchant with an API key, and shortcuts to what tests need. */
export interface Merchant {
  readonly email: string;
  readonly password: string;
  readonly accountId: AccountId;
  readonly userId: string;
  readonly key: string;
  readonly context: MerchantContext;
  call(method: string, path: string, more?: Call): Promise<TestResponse>;
}
export interface Joined {
  readonly affiliateId: string;
  readonly affiliationId: string;
  readonly code: string;
  readonly email: string;
  readonly cookie: string;
}

let made = NUMBERED_FROM;

export async function aMerchant(app: TestApp, plan: "pro" | "free" = "pro"): Promise<Merchant> {
  const number = (made += 1);
  const email = `merchant${number}@shop.example`;
  const password = "correct horse battery";
  const operator = { ...app.services, operator: true as const };
  const { account, owner } = await createAccount(operator, { email, name: `Merchant ${number}`, password, plan });
  const context: MerchantContext = {
    ...app.services,
    accountId: account.id,
    actor: owner.id,
    origin: null,
    role: "owner",
  };
  const { secret } = await createKey(context, "test");
  return {
    email,
    password,
    accountId: account.id,
    userId: owner.id,
    key: secret,
    context,
    call: (method, path, more = {}) => call(app, method, path, { key: secret, ...more }),
  };
}

export const campaignBody = {
  name: "Spring sale",
  target_url: "https://shop.example/spring",
  type: "CPA",
  commission_type: "percentage",
  commission_value: 10,
};

export async function aCampaign(merchant: Merchant, more: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await merchant.call("POST", "/v1/campaigns", { body: { ...campaignBody, ...more } });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.campaign.id as string;
}

/** Everybody has their own address, so that limits per address do not apply. */
export const addressOf = (person: number): string => `10.${person >> 16}.${(person >> 8) & 255}.${person & 255}`;

/** A test person's session is below another path, next to the real one. */
export const worldOf = ({ key }: Pick<Merchant, "key">): string => (key.startsWith("sk_test_") ? "/test" : "");

/** Invited and accepted through the pages' own routes, which is the only way. */
export async function anAffiliate(app: TestApp, merchant: Merchant, campaignId: string): Promise<Joined> {
  const number = (made += 1);
  const email = `affiliate${number}@partner.example`;
  const invited = await merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, { body: { email } });
  const token = String(invited.body.invite_link).split("/").at(-1);
  const accepted = await call(app, "POST", `${worldOf(merchant)}/api/portal/invitations/${token}/accept`, {
    body: { name: `Affiliate ${number}`, password: "correct horse battery" },
    from: addressOf(number),
  });
  if (accepted.status !== 200) throw new Error(accepted.text);
  const cookie = String(accepted.headers["set-cookie"]).split(";")[0] ?? "";
  const code = String(accepted.body.affiliation.affiliate_code);
  const [found] = await app.db.query<{ id: string; affiliate: string }>(
    sql`select id, affiliate_id as affiliate from affiliations where code = ${code}`,
  );
  if (!found) throw new Error("The affiliate has not joined.");
  const [affiliateId, affiliationId] = [idOf("affiliate", found.affiliate), idOf("affiliation", found.id)];
  return { affiliateId, affiliationId, code, email, cookie };
}

let orders = NUMBERED_FROM;
export const anOrderId = (): string => `order-${(orders += 1)}`;

/** A conversion by code; returns its ID. */
export async function aConversion(
  merchant: Merchant,
  campaignId: string,
  { code, ...more }: { code: string; amount?: number; currency?: string; external_id?: string },
): Promise<string> {
  const body = { campaign_id: campaignId, affiliate_code: code, external_id: anOrderId(), amount: 100, ...more };
  const tracked = await merchant.call("POST", "/v1/conversions", { body });
  if (tracked.status !== 200) throw new Error(tracked.text);
  return tracked.body.conversion.id as string;
}

export function conversionIdOf(text: string) {
  const id = parseId("conversion", text);
  if (!id) throw new Error(`${text} is not a conversion ID.`);
  return id;
}

/** The ledger checks of the installation with findings. */
export async function ledgerFaults(app: TestApp): Promise<string[]> {
  const checks = await verifyLedger({ ...app.services, operator: true });
  return checks.filter((check) => check.count > 0).map((check) => `${check.name}: ${check.count}`);
}
