import fc from "fast-check";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAccount } from "../../src/usecases/accounts/create-account.ts";
import { listAffiliates } from "../../src/usecases/affiliates/list-affiliates.ts";
import { createCampaign } from "../../src/usecases/campaigns/create-campaign.ts";
import { getCampaign } from "../../src/usecases/campaigns/get-campaign.ts";
import { updateCampaign } from "../../src/usecases/campaigns/update-campaign.ts";
import type { MerchantContext } from "../../src/usecases/context.ts";
import {
  approveConversion,
  rejectConversion,
  rejectConversionAsMember,
  unrejectConversion,
} from "../../src/usecases/conversions/change-conversion.ts";
import { trackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { acceptInvitation } from "../../src/usecases/affiliates/accept-invitation.ts";
import { inviteAffiliate } from "../../src/usecases/affiliates/invite-affiliate.ts";
import { findCredentialsByEmail } from "../../src/store/people/users.ts";
import { uuidOf, type AffiliateId, type CampaignId, type ConversionId } from "../../src/domain/ids.ts";
import type { User } from "../../src/domain/person.ts";
import type { Statistics } from "../../src/domain/statistics.ts";
import { currency, money } from "../domain/samples.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { ModelCampaign, type Terms } from "../support/model.ts";
import { outcome, rounds, timeout } from "../support/parallel.ts";
import { aCampaign, aMerchant, anAffiliate, ledgerFaults, type Merchant } from "../support/world.ts";
import { foldAll } from "../support/folding.ts";

let app: TestApp;
let merchant: Merchant;
const people: User[] = [];

beforeAll(async () => {
  app = await startApp();
  merchant = await aMerchant(app);
  const campaign = await aCampaign(merchant);
  for (const _ of [0, 1]) {
    const { email } = await anAffiliate(app, merchant, campaign);
    const credentials = await findCredentialsByEmail(app.db, email);
    if (credentials) people.push(credentials.user);
  }
});
afterAll(() => app.close());

/**
 * The real campaign and its model. Each run has its own account, because balances belong to an account's affiliates.
 */
interface Pair {
  readonly context: MerchantContext;
  readonly campaignId: CampaignId;
  readonly affiliates: readonly { id: AffiliateId; code: string }[];
  readonly ids: ConversionId[];
  readonly model: ModelCampaign;
}

async function aPair(terms: Terms, budget: bigint | null): Promise<Pair> {
  const operator = { ...app.services, operator: true as const };
  const { account } = await createAccount(operator, { email: merchant.email, name: "Another" });
  const context: MerchantContext = { ...merchant.context, accountId: account.id };
  const { type, value } = terms.rate;
  const campaign = await createCampaign(context, {
    name: "Sequence",
    targetUrl: "https://shop.example/",
    type: "CPA",
    visibility: "public",
    commission:
      type === "fixed" ? { type, fixed: money(value, terms.currency) } : { type, partsPerMillion: value * 100n },
    currency: currency(terms.currency),
    attributionWindowDays: 30,
    maturationDays: terms.maturationDays,
    maxBudgetMinor: budget,
  });
  const affiliates = await Promise.all(
    people.map(async (user) => {
      const { link } = await inviteAffiliate(context, { campaignId: campaign.id, email: user.email });
      const { affiliateId, code } = await acceptInvitation(app.services, link.split("/").at(-1) ?? "", {
        user,
        twin: null,
      });
      return { id: affiliateId, code };
    }),
  );
  return { context, campaignId: campaign.id, affiliates, ids: [], model: new ModelCampaign(terms, budget) };
}

type Step =
  | { readonly do: "track"; readonly affiliate: number; readonly amount: bigint; readonly currency: string }
  | { readonly do: "approve" | "reject" | "rejectAsMember" | "unreject"; readonly which: number }
  | { readonly do: "budget"; readonly to: bigint | null }
  | { readonly do: "wait"; readonly hours: number };

const changes = {
  approve: approveConversion,
  reject: rejectConversion,
  rejectAsMember: rejectConversionAsMember,
  unreject: unrejectConversion,
};
let orders = 0;

/** Applies one step to both and returns the outcomes, the application's first. */
async function take({ context, campaignId, affiliates, ids, model }: Pair, step: Step): Promise<[string, string]> {
  const now = app.clock.now().getTime();
  if (step.do === "wait") app.clock.forward({ hours: step.hours });
  if (step.do === "budget") {
    await updateCampaign(context, { id: campaignId, change: () => ({ maxBudgetMinor: step.to }) });
    model.budget = step.to;
  }
  if (step.do === "wait" || step.do === "budget") return ["", ""];
  if (step.do === "track") {
    const externalId = `sequence-${(orders += 1)}`;
    const affiliateCode = affiliates[step.affiliate]?.code;
    const amount = money(step.amount, step.currency);
    const result = await outcome(
      trackConversion(context, { campaignId, clickId: undefined, affiliateCode, externalId, amount }),
    );
    if (typeof result !== "string") ids.push(result.id);
    return [typeof result === "string" ? result : result.status, model.track(step, now)];
  }
  const index = ids.length === 0 ? -1 : step.which % ids.length;
  const [id, one] = [ids[index], model.conversions[index]];
  if (!id || !one) return ["", ""];
  const result = await outcome(changes[step.do](context, { id }));
  return [typeof result === "string" ? result : result.status, model[step.do](one, now)];
}

async function realBalances({ context, affiliates }: Pair): Promise<Map<string, bigint>> {
  await foldAll(app);
  const rows = await app.db.query<{ kind: string; owner: string; currency: string; balance: bigint }>(sql`
    select kind, owner_id as owner, currency, balance_minor as balance from ledger_balances
    where account_id = ${uuidOf(context.accountId)} and balance_minor <> 0`);
  const number = (owner: string): number => affiliates.findIndex(({ id }) => uuidOf(id) === owner);
  return new Map(
    rows.map((row) => [
      `${row.kind}${row.kind === "campaign" ? "" : ` ${number(row.owner)}`} ${row.currency}`,
      row.balance,
    ]),
  );
}

async function realTraces({ context }: Pair): Promise<unknown> {
  const account = uuidOf(context.accountId);
  const [row] = await app.db.query(sql`
    select (select count(*)::int from conversion_transitions t join conversions v on v.id = t.conversion_id
        where v.account_id = ${account}) as transitions,
      (select count(*)::int from transfers where account_id = ${account}) as transfers`);
  return row;
}

const flat = ({ conversions, revenue, pendingCommission }: Omit<Statistics, "otherCurrencies">): object => ({
  conversions,
  revenue: revenue.minor,
  pendingCommission: pendingCommission.minor,
});

async function compare(pair: Pair): Promise<void> {
  const { context, campaignId, affiliates, model } = pair;
  const { campaign, statistics } = await getCampaign(context, campaignId);
  expect(campaign.currentSpendMinor).toBe(model.spend);
  expect(flat(statistics)).toEqual(model.statistics());
  const listed = await listAffiliates(context, { campaignId, status: undefined, limit: 10, offset: 0 });
  for (const [number, { id }] of affiliates.entries()) {
    const found = listed.affiliates.find((affiliate) => affiliate.id === id);
    expect(found && flat(found.statistics)).toEqual(model.statistics(number));
  }
  expect(await realBalances(pair)).toEqual(model.balances());
  const paying = model.conversions.filter((one) => one.commission > 0n);
  expect(await realTraces(pair)).toEqual({
    transitions: model.conversions.reduce((count, one) => count + one.transitions, 0),
    transfers: paying.reduce((count, one) => count + one.transitions, 0),
  });
}

// Weighted so that each action reaches each of its outcomes within a few dozen runs; the test fails if one is missed.
const budget = fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 3, arbitrary: fc.bigInt(0n, 60_000n) });
const percentage = fc.constantFrom(0n, 1n, 290n, 1_000n, 10_000n, 10_000n);
const terms = fc.record({
  currency: fc.constantFrom("EUR", "EUR", "JPY"),
  maturationDays: fc.constantFrom(0, 1, 7, 7),
  rate: fc.oneof(
    fc.record({ type: fc.constant("percentage" as const), value: percentage }),
    fc.record({ type: fc.constant("fixed" as const), value: fc.constantFrom(0n, 1n, 9_777n) }),
  ),
});
const order = fc.record({
  do: fc.constant("track" as const),
  affiliate: fc.nat(1),
  amount: fc.oneof(fc.constant(0n), fc.bigInt(1n, 50_000n)),
  currency: fc.constantFrom("EUR", "EUR", "EUR", "JPY", "KWD"),
});
const change = fc.record({
  do: fc.constantFrom("approve", "reject", "reject", "rejectAsMember", "unreject", "unreject"),
  // Few enough to hit the same conversion repeatedly.
  which: fc.nat(5),
});
const steps = fc.array<Step>(
  fc.oneof(
    { weight: 5, arbitrary: order },
    { weight: 7, arbitrary: change },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("budget" as const), to: budget }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), hours: fc.constantFrom(1, 23, 24, 168) }) },
  ),
  { minLength: 20, maxLength: 50, size: "max" },
);

test(
  "the ledger matches a simple model, whatever is tracked, approved, rejected, restored and budgeted",
  { timeout },
  async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(terms, budget, steps, async (chosen, first, sequence) => {
        const pair = await aPair(chosen, first);
        for (const step of sequence) {
          const [real, expected] = await take(pair, step);
          if (expected !== "") outcomes.add(`${step.do}: ${expected}`);
          expect(real).toBe(expected);
        }
        await compare(pair);
      }),
      { numRuns: rounds(30), seed: 20_260_301 },
    );
    // Every run has its own account, so this looks at all of them.
    expect(await ledgerFaults(app)).toEqual([]);
    // Each action reached each of its outcomes and errors.
    expect([...outcomes].toSorted()).toEqual([
      "approve: approved",
      "approve: conversion_not_pending",
      "reject: conversion_already_rejected",
      "reject: outside_maturation_period",
      "reject: rejected",
      "rejectAsMember: conversion_already_rejected",
      "rejectAsMember: outside_maturation_period",
      "rejectAsMember: rejected",
      "track: budget_exceeded",
      "track: currency_mismatch",
      "track: pending",
      "unreject: budget_exceeded",
      "unreject: conversion_not_rejected",
      "unreject: outside_maturation_period",
      "unreject: pending",
    ]);
  },
);
