import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { aBatch, aCounter, aPayee, later, type Counter } from "../money-files/counter.ts";
import { foldClicks } from "../../src/usecases/clicks/fold-clicks.ts";
import { parseId, type CampaignId } from "../../src/domain/ids.ts";
import { money } from "../domain/samples.ts";
import { earn, earnApproved, type Paid, type Till } from "../payouts/till.ts";
import { anApplicant, aPage, applying } from "../people/applying.ts";
import { askOf } from "../portal/claiming.ts";
import { joinAnother, portalOf, type Portal } from "../portal/portal.ts";
import { appForFile, call, type TestApp, type TestResponse } from "../support/app.ts";
import { eventually } from "../support/eventually.ts";
import { aCampaign, anOrderId, campaignBody } from "../support/world.ts";
import { asMember } from "./desk.ts";
import { dashboardLists, lines, portalLists, problemsOf, type Row } from "./sorted-list.ts";

let app: TestApp;
let counter: Counter;
let person: Paid;
let portal: Portal;
let payoutId: string;

const tick = (): void => app.clock.forward({ seconds: 1 });
const done = ({ status, text }: TestResponse): void => {
  if (status !== 200) throw new Error(text);
};

/** Three of everything: two of them with equal values where that is possible, but never all. */
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open", WEBHOOK_ALLOWED_NETWORKS: "10.99.0.0/16" });
  counter = await aCounter(app, { name: "beta" });
  const { desk, till } = counter;
  const { merchant } = desk;
  const url = "https://10.99.0.1/hook";
  done(await desk.send("POST", "webhook-endpoints", { url, events: ["conversion.created", "conversion.approved"] }));
  for (const name of ["Alpha", "alpha"]) {
    tick();
    const id = await aCampaign(merchant, { ...campaignBody, name });
    if (name === "alpha") done(await desk.send("PATCH", `campaigns/${id}`, { status: "paused" }));
  }
  person = await aPayee(counter, 2_000);
  portal = portalOf(app, person);
  const gamma = await alsoIn(counter, { name: "Gamma" });
  const elsewhere = await aCounter(app);
  await earnApproved(...(await alsoIn(elsewhere)), 800);
  const payees = [];
  for (const minor of [5_000, 2_000]) {
    tick();
    payees.push(await aPayee(counter, minor));
  }
  const [payee] = payees as [Paid];
  const returned = [];
  for (const [minor, ...at] of [
    [300, till, person],
    [700, till, person],
    [300, ...gamma],
  ] as const) {
    tick();
    returned.push(await earnApproved(...at, minor));
  }
  const owed = [await earnApproved(till, payee, 250)];
  await call(app, "GET", `/r/${person.code}`);
  await claims(portal, ["N-2", "n-1", "N-3"]);
  await claims(portalOf(app, payee), ["N-2"]);
  const emails = ["b@x.example", "a@x.example", "C@x.example"];
  done(await desk.send("POST", "invitations", { campaign_id: till.campaignId, emails }));
  const [open] = (await desk.get("invitations?state=open")).body.invitations as Row[];
  done(await desk.send("DELETE", `invitations/${open?.["id"]}`));
  for (const [email, role] of [
    ["z@x.example", "viewer"],
    ["y@x.example", "owner"],
    ["x@x.example", "viewer"],
  ]) {
    tick();
    done(await desk.send("POST", "member-invitations", { email, role }));
  }
  for (const name of ["Shop", "blog"]) {
    tick();
    const { body } = await desk.send("POST", "api-keys", { name });
    if (name === "blog") done(await desk.send("DELETE", `api-keys/${body.key.id}`));
  }
  for (const role of ["viewer", "manager"] as const) await asMember(desk, role);
  await aBatch(counter);
  for (const id of returned) {
    tick();
    done(await desk.send("POST", `conversions/${id}/claw-back`, { reason: "Returned" }));
  }
  for (const minor of [9_000, 9_000]) await earnApproved(till, person, minor);
  owed.push(await earnApproved(till, person, 100));
  for (const each of payees) await earnApproved(till, each, money(600, "USD"));
  await aBatch(counter);
  await endedPayouts();
  for (const id of owed) done(await desk.send("POST", `conversions/${id}/claw-back`, { reason: "Returned" }));
  done(await elsewhere.desk.signIn());
  done(await elsewhere.desk.send("POST", "payout-batches", { currency: "EUR" }));
  const { body } = await desk.get(`payouts?affiliate_id=${person.affiliateId}&sort=created`);
  const [first] = body.payouts as Row[];
  payoutId = first?.["id"];
  done(await desk.send("POST", `payouts/${payoutId}/paid`, { paid_on: app.clock.now().toISOString().slice(0, 10) }));
  for (const minor of [400, 100]) await aPayee(counter, minor);
  await earnApproved(till, person, 500);
  await later(counter);
  await earnApproved(till, person, 700);
  await earn(till, person, 700);
  await moreInvitations();
  done(await desk.send("POST", `affiliations/${payee.affiliationId}/suspend`));
  done(await portal.browser.signIn(person.email, "correct horse battery"));
  for (const path of ["campaigns/cmp_a", "conversions/cnv_b", "campaigns/cmp_c"]) {
    tick();
    await merchant.call("GET", `/v1/${path}`);
  }
  await merchant.call("POST", "/v1/conversions", { body: {} });
  await eventually(async () => {
    const { body: calls } = await desk.get("refused-calls");
    if (calls.refused_calls.length !== 4) throw new Error("Not all of them are recorded yet.");
  });
  // The app adds up clicks in the background. A sum that changes between two requests would be out of order.
  await foldClicks(app.services);
});

/** Starts a new minute for each test, because of the session's rate limit. */
beforeEach(() => {
  app.clock.forward({ seconds: 60 });
});

/** The person in one more campaign of this merchant. */
async function alsoIn({ till }: Counter, campaign: Record<string, unknown> = {}): Promise<[Till, Paid]> {
  const shop = { ...till, affiliate: person };
  const joined = await joinAnother(shop, till.merchant, { commission_value: 100, maturation_days: 7, ...campaign });
  return [
    { ...till, campaignId: parseId("campaign", joined.campaignId) as CampaignId },
    { ...person, ...joined },
  ];
}

/** A batch with a failed payout and a cancelled one. */
async function endedPayouts(): Promise<void> {
  const { desk } = counter;
  done(await desk.send("POST", "payout-batches", { currency: "USD" }));
  const { body } = await desk.get("payouts?currency=USD");
  const [failed, cancelled] = body.payouts as Row[];
  done(await desk.send("POST", `payouts/${failed?.["id"]}/failed`, {}));
  done(await desk.send("POST", `payouts/${cancelled?.["id"]}/cancel`, {}));
}

/** The earlier ones have expired or were withdrawn. Adds an open, a replaced and an applied one. */
async function moreInvitations(): Promise<void> {
  const { desk } = counter;
  const { body } = await desk.get("invitations?state=expired");
  const [expired] = body.invitations as Row[];
  done(await desk.send("POST", `invitations/${expired?.["id"]}/renew`));
  const { slug } = await aPage(desk);
  done(await applying(desk)(slug, anApplicant()));
  const states = ["accepted", "expired", "open", "replaced", "withdrawn"];
  for (const state of states)
    if ((await desk.get(`invitations?state=${state}`)).body.invitations.length === 0) throw new Error(`None ${state}.`);
}

/** All of them open, except for the answered n-1. */
async function claims(asker: Portal, orders: string[]): Promise<void> {
  for (const order of orders) {
    tick();
    const { body } = await askOf(asker, counter.till.campaignId, `${order}-${anOrderId()}`);
    done(await asker.send("POST", `claims/${body.claim.id}/open`, {}));
    if (order === "n-1")
      done(await counter.desk.send("POST", `claims/${body.claim.id}/answer`, { text: "Cancelled." }));
  }
}

const pathOf = ({ path }: { path: string }): string => path.replace(":id", payoutId);

describe("dashboard lists", () => {
  it.each([...dashboardLists, lines])(
    "sort $path by every key in both directions, with each row on one page",
    async (list) => {
      expect(await problemsOf((query) => counter.desk.get(`${pathOf(list)}?${query}`), list)).toEqual([]);
    },
  );

  it("sorts a batch preview, and keeps skipped affiliates at the end", async () => {
    const preview = async (sort: string): Promise<Row[]> =>
      (await counter.desk.get(`payout-batches/preview?currency=EUR&minimum=2&sort=${sort}`)).body.rows;
    const shown = (rows: Row[]) => rows.map(({ amount, skipped }) => [amount, skipped]);
    expect(shown(await preview("amount"))).toEqual([[4, null], [4, null], [1, "below_minimum"]]); // prettier-ignore
    const named = await preview("-affiliate");
    expect(named.map(({ skipped }) => skipped)).toEqual([null, null, "below_minimum"]);
    expect(named[0]?.["affiliate_name"] > named[1]?.["affiliate_name"]).toBe(true);
    expect((await counter.desk.get("payout-batches/preview?currency=EUR&sort=skipped")).status).toBe(400);
  });
});

describe("portal lists", () => {
  it.each(portalLists)("sort $path by every key in both directions, with each row on one page", async (list) => {
    expect(await problemsOf((query) => portal.get(`${pathOf(list)}?${query}`), list)).toEqual([]);
  });
});
