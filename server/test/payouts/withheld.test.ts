import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { moneyJobs } from "../../src/jobs/money-jobs.ts";
import { aDesk, type Desk } from "../dashboard/desk.ts";
import { portalOf, type Portal } from "../portal/portal.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { aCampaign, anAffiliate, anOrderId, ledgerFaults, type Joined } from "../support/world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

/** A merchant whose campaign approves matured conversions automatically, and an affiliate in the portal. */
interface Scene {
  readonly desk: Desk;
  readonly campaignId: string;
  readonly affiliate: Joined;
  readonly portal: Portal;
}

async function aScene(campaign: Record<string, unknown> = {}): Promise<Scene> {
  const desk = await aDesk(app);
  const campaignId = await aCampaign(desk.merchant, { commission_value: 100, maturation_days: 1, ...campaign });
  const set = await desk.send("PATCH", `campaigns/${campaignId}`, { auto_approve: "when_matured" });
  expect(set.status).toBe(200);
  const affiliate = await anAffiliate(desk.app, desk.merchant, campaignId);
  return { desk, campaignId, affiliate, portal: portalOf(desk.app, affiliate) };
}

/** An order without flags: ten seconds after its click. */
async function aSale({ desk, campaignId, affiliate }: Scene): Promise<string> {
  const click = await aClick({ app: desk.app, merchant: desk.merchant, campaignId, affiliate });
  desk.app.clock.forward({ seconds: 10 });
  const { status, body, text } = await desk.merchant.call("POST", "/v1/conversions", {
    body: { campaign_id: campaignId, click_id: click, external_id: anOrderId(), amount: 10 },
  });
  if (status !== 200) throw new Error(text);
  return body.conversion.id as string;
}

/** Everything matures, both sides sign in again, and the job runs. */
async function matureAndRun({ desk, portal, affiliate }: Scene): Promise<void> {
  desk.app.clock.forward({ days: 1 });
  await desk.signIn();
  await portal.browser.signIn(affiliate.email);
  await runJobs(desk);
}

async function runJobs({ app }: Desk): Promise<void> {
  for (const job of moneyJobs(app.services)) await job.run();
}

const statusOf = async ({ desk }: Scene, id: string): Promise<unknown> =>
  (await desk.get(`conversions/${id}`)).body.conversion.status;

async function change({ desk, affiliate }: Scene, action: "suspend" | "restore" | "approve" | "reject"): Promise<void> {
  const { status, text } = await desk.send("POST", `affiliations/${affiliate.affiliationId}/${action}`);
  if (status !== 200) throw new Error(text);
}

async function leave({ portal, campaignId }: Scene): Promise<void> {
  const { status, text } = await portal.send("POST", `campaigns/${campaignId}/leave`);
  if (status !== 200) throw new Error(text);
}

async function remove({ desk, campaignId, affiliate }: Scene): Promise<void> {
  const path = `/v1/campaigns/${campaignId}/affiliates/${affiliate.affiliateId}`;
  const { status, text } = await desk.merchant.call("DELETE", path);
  if (status !== 200) throw new Error(text);
}

async function invite({ desk, portal, campaignId, affiliate }: Scene): Promise<void> {
  const invited = await desk.merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, {
    body: { email: affiliate.email },
  });
  const token = String(invited.body.invite_link).split("/").at(-1);
  const { status, text } = await portal.send("POST", `invitations/${token}/accept`);
  if (status !== 200) throw new Error(text);
}

describe("a suspended affiliate's pending conversions are never approved automatically", () => {
  it("after the affiliate leaves the campaign", async () => {
    const scene = await aScene();
    const sale = await aSale(scene);
    await change(scene, "suspend");
    await matureAndRun(scene);
    expect(await statusOf(scene, sale)).toBe("pending");
    await leave(scene);
    await runJobs(scene.desk);
    expect(await statusOf(scene, sale)).toBe("pending");
    const decided = await scene.desk.send("POST", `conversions/${sale}/approve`);
    expect(decided.body.conversion.status).toBe("approved");
    expect(await ledgerFaults(scene.desk.app)).toEqual([]);
  });

  it("after the merchant removes the affiliate", async () => {
    const scene = await aScene();
    const sale = await aSale(scene);
    await change(scene, "suspend");
    await remove(scene);
    await matureAndRun(scene);
    expect(await statusOf(scene, sale)).toBe("pending");
  });

  it("after the affiliate deletes their account", async () => {
    const scene = await aScene();
    const sale = await aSale(scene);
    await change(scene, "suspend");
    const erased = await scene.portal.send("DELETE", "account", { password: "correct horse battery" });
    expect(erased.status).toBe(200);
    await matureAndRun(scene);
    expect(await statusOf(scene, sale)).toBe("pending");
  });

  it("after the affiliate is invited back, while later conversions are approved", async () => {
    const scene = await aScene();
    const held = await aSale(scene);
    await change(scene, "suspend");
    await remove(scene);
    scene.desk.app.clock.forward({ hours: 1 });
    await invite(scene);
    const later = await aSale(scene);
    await matureAndRun(scene);
    expect([await statusOf(scene, held), await statusOf(scene, later)]).toEqual(["pending", "approved"]);
    await leave(scene);
    await runJobs(scene.desk);
    expect(await statusOf(scene, held)).toBe("pending");
  });
});

describe("conversions of a rejected application", () => {
  it("stay pending after the affiliate is removed", async () => {
    const scene = await aScene();
    const sale = await aSale(scene);
    await leave(scene);
    await scene.desk.merchant.call("PATCH", `/v1/campaigns/${scene.campaignId}`, { body: { visibility: "private" } });
    await invite(scene);
    await change(scene, "reject");
    await remove(scene);
    await matureAndRun(scene);
    expect(await statusOf(scene, sale)).toBe("pending");
  });

  it("are approved once the merchant approves the affiliate after all", async () => {
    const scene = await aScene();
    const sale = await aSale(scene);
    await leave(scene);
    await scene.desk.merchant.call("PATCH", `/v1/campaigns/${scene.campaignId}`, { body: { visibility: "private" } });
    await invite(scene);
    await change(scene, "reject");
    await matureAndRun(scene);
    expect(await statusOf(scene, sale)).toBe("pending");
    await change(scene, "approve");
    await runJobs(scene.desk);
    expect(await statusOf(scene, sale)).toBe("approved");
  });
});

describe("automatic approval continues", () => {
  it("once the merchant restores the affiliate", async () => {
    const scene = await aScene();
    const sale = await aSale(scene);
    await change(scene, "suspend");
    await matureAndRun(scene);
    expect(await statusOf(scene, sale)).toBe("pending");
    await change(scene, "restore");
    await runJobs(scene.desk);
    expect(await statusOf(scene, sale)).toBe("approved");
  });

  it("for an affiliate who left in good standing", async () => {
    const scene = await aScene();
    const sale = await aSale(scene);
    await leave(scene);
    await matureAndRun(scene);
    expect(await statusOf(scene, sale)).toBe("approved");
  });
});

describe("a suspension and the job at the same time", () => {
  it("approves nothing that was picked before the suspension committed", async () => {
    const scene = await aScene();
    const sales = [await aSale(scene), await aSale(scene), await aSale(scene)];
    const { app } = scene.desk;
    app.clock.forward({ days: 1 });
    await scene.desk.signIn();
    await scene.portal.browser.signIn(scene.affiliate.email);
    // The job has picked all three and waits for the first, which this transaction has locked.
    let job: Promise<void> | undefined;
    await app.db.transaction(async (tx) => {
      await tx.query(sql`select from conversions for no key update`);
      job = runJobs(scene.desk);
      await untilLockWait(app);
      await change(scene, "suspend");
      await leave(scene);
    });
    await job;
    const statuses = await Promise.all(sales.map((id) => statusOf(scene, id)));
    expect(statuses).toEqual(["pending", "pending", "pending"]);
    expect(await ledgerFaults(app)).toEqual([]);
  });
});

/** Resolves once a connection waits for another's lock. */
async function untilLockWait({ db }: Desk["app"]): Promise<void> {
  for (;;) {
    const waiting = await db.query(sql`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    if (waiting.length > 0) return;
  }
}
