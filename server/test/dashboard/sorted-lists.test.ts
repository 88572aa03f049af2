import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { aBatch, aCounter, aPayee, later, type Counter } from "../money-files/counter.ts";
import { earnApproved, type Paid } from "../payouts/till.ts";
import { askOf } from "../portal/claiming.ts";
import { joinAnother, portalOf, type Portal } from "../portal/portal.ts";
import { appForFile, type TestApp, type TestResponse } from "../support/app.ts";
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

/** Three of everything, two of them with equal values where that is possible. */
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open", WEBHOOK_ALLOWED_NETWORKS: "10.99.0.0/16" });
  counter = await aCounter(app, { name: "beta" });
  const { desk, till } = counter;
  const { merchant } = desk;
  const url = "https://10.99.0.1/hook";
  done(await desk.send("POST", "webhook-endpoints", { url, events: ["conversion.created", "conversion.approved"] }));
  for (const name of ["Alpha", "alpha"]) await aCampaign(merchant, { ...campaignBody, name });
  person = await aPayee(counter, 2_000);
  portal = portalOf(app, person);
  await joinAnother({ app, merchant, campaignId: till.campaignId, affiliate: person }, merchant, { name: "Gamma" });
  for (const minor of [5_000, 2_000]) {
    tick();
    await aPayee(counter, minor);
  }
  const returned = [];
  for (const minor of [300, 700, 300]) {
    tick();
    returned.push(await earnApproved(till, person, minor));
  }
  await claims();
  const emails = ["b@x.example", "a@x.example", "C@x.example"];
  done(await desk.send("POST", "invitations", { campaign_id: till.campaignId, emails }));
  const [open] = (await desk.get("invitations?state=open")).body.invitations as Row[];
  done(await desk.send("DELETE", `invitations/${open?.["id"]}`));
  for (const [email, role] of [
    ["z@x.example", "viewer"],
    ["y@x.example", "owner"],
    ["x@x.example", "viewer"],
  ])
    // prettier-ignore
    done(await desk.send("POST", "member-invitations", { email, role }));
  for (const name of ["Shop", "blog"]) done(await desk.send("POST", "api-keys", { name }));
  for (const role of ["viewer", "manager"] as const) await asMember(desk, role);
  await aBatch(counter);
  for (const id of returned) {
    tick();
    done(await desk.send("POST", `conversions/${id}/claw-back`, { reason: "Returned" }));
  }
  for (const minor of [9_000, 9_000]) await earnApproved(till, person, minor);
  await aBatch(counter);
  const { body } = await desk.get(`payouts?affiliate_id=${person.affiliateId}&sort=created`);
  const [first] = body.payouts as Row[];
  payoutId = first?.["id"];
  done(await desk.send("POST", `payouts/${payoutId}/paid`, { paid_on: app.clock.now().toISOString().slice(0, 10) }));
  for (const minor of [400, 100]) await aPayee(counter, minor);
  await earnApproved(till, person, 400);
  await later(counter);
  done(await portal.browser.signIn(person.email, "correct horse battery"));
  for (const path of ["campaigns/cmp_a", "conversions/cnv_b", "campaigns/cmp_c"])
    await merchant.call("GET", `/v1/${path}`);
  await merchant.call("POST", "/v1/conversions", { body: {} });
  await vi.waitFor(async () => {
    const { body: calls } = await desk.get("refused-calls");
    if (calls.refused_calls.length !== 4) throw new Error("Not all of them are recorded yet.");
  });
});

/** Starts a new minute for each test, because of the session's rate limit. */
beforeEach(() => {
  app.clock.forward({ seconds: 60 });
});

/** Two open claims and an answered one. */
async function claims(): Promise<void> {
  for (const order of ["N-2", "n-1", "N-3"]) {
    tick();
    const { body } = await askOf(portal, counter.till.campaignId, `${order}-${anOrderId()}`);
    done(await portal.send("POST", `claims/${body.claim.id}/open`, {}));
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
