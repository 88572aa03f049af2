import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { idOf, uuidOf, type ClaimId, type UserId } from "../../src/domain/ids.ts";
import { askClaim } from "../../src/usecases/claims/ask-claim.ts";
import { openClaim } from "../../src/usecases/claims/own-claims.ts";
import { answerClaim, convertClaim } from "../../src/usecases/claims/settle-claim.ts";
import type { AffiliateContext } from "../../src/usecases/context.ts";
import { trackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { erasePerson } from "../../src/usecases/people/erase-person.ts";
import { money } from "../domain/samples.ts";
import { PASSWORD } from "../people/browser.ts";
import { outcome, rounds, tally, timeout, together, wideAppForFile, type WideApp } from "../support/parallel.ts";
import { anOrderId, ledgerFaults } from "../support/world.ts";
import { aStage, type Stage } from "./stage.ts";

const WORKERS = 24;
const amount = money(1_000);

let app: WideApp;
beforeAll(async () => {
  app = await wideAppForFile();
});

async function affiliateAt({ services, db }: WideApp, { affiliate }: Stage): Promise<AffiliateContext> {
  const [row] = await db.query<{ id: string }>(sql`select id from users where email = ${affiliate.email}`);
  const userId: UserId = idOf("user", row?.id ?? "");
  return { ...services, userId, affiliate: true };
}

async function openedClaim(context: AffiliateContext, { campaignId }: Stage, externalId: string): Promise<ClaimId> {
  const { claim } = await askClaim(context, { campaignId, externalId, approximateTime: context.clock.now() });
  await openClaim(context, { id: claim.id, message: undefined });
  return claim.id;
}

const doneOr = async (work: Promise<unknown>): Promise<string> => {
  const result = await outcome(work);
  return typeof result === "string" ? result : "done";
};

const countsOf = async ({ db }: WideApp, id: ClaimId, externalId: string): Promise<unknown> => {
  const claim = uuidOf(id);
  const [counts] = await db.query(sql`
    select (select count(*)::integer from conversions where external_id = ${externalId}) as conversions,
      (select count(*)::integer from claims where id = ${claim} and state = 'converted') as converted,
      (select count(*)::integer from claims c join conversions using (account_id, external_id)
        where c.id = ${claim} and c.conversion_id = conversions.id) as settled_with_it,
      (select count(*)::integer from audit_entries where subject_id = ${claim} and action = 'claim.converted') as told`);
  return counts;
};

test(
  `${WORKERS} workers convert, answer and track the order of one claim: one conversion is created, and the claim is settled with it`,
  { timeout },
  async () => {
    const stage = await aStage(app, { max_budget: 1_000_000 });
    const { context } = stage.merchant;
    const affiliate = await affiliateAt(app, stage);
    for (let round = 0; round < rounds(6); round += 1) {
      // The number of questions per person and hour is limited.
      app.clock.forward({ hours: 1 });
      const externalId = anOrderId();
      const id = await openedClaim(affiliate, stage, externalId);
      const { campaignId } = stage;
      const order = { campaignId, externalId, amount, affiliateCode: stage.affiliate.code, clickId: undefined };
      const ways = [
        () => convertClaim(context, { id, amount }),
        () => answerClaim(context, { id, text: "We have looked." }),
        // Not in every round: if the API is first, no worker creates the conversion.
        () => (round % 2 === 0 ? convertClaim(context, { id, amount }) : trackConversion(context, order)),
      ];
      const results = await together(WORKERS, async (worker) =>
        doneOr(ways[worker % ways.length]?.() ?? Promise.reject()),
      );
      const of = (way: number) => tally(results.filter((_, worker) => worker % ways.length === way));
      const converted = round % 2 === 0 ? (of(0)["done"] ?? 0) + (of(2)["done"] ?? 0) : of(0)["done"];
      expect(converted).toBe(1);
      expect(of(1)["done"] ?? 0).toBeLessThanOrEqual(1);
      expect(await countsOf(app, id, externalId)).toEqual({
        conversions: 1,
        converted: 1,
        settled_with_it: 1,
        told: 1,
      });
    }
    expect(await ledgerFaults(app)).toEqual([]);
  },
);

test(
  "an affiliate who is erased while their claim is converted leaves at most one conversion, and no claim",
  { timeout },
  async () => {
    for (let round = 0; round < rounds(6); round += 1) {
      const stage = await aStage(app);
      const affiliate = await affiliateAt(app, stage);
      const externalId = anOrderId();
      const id = await openedClaim(affiliate, stage, externalId);
      const { context } = stage.merchant;
      const visitor = { address: "192.0.2.1", userAgent: undefined };
      const [erased, ...conversions] = await together(9, (worker) =>
        doneOr(worker === 0 ? erasePerson(affiliate, PASSWORD, visitor) : convertClaim(context, { id, amount })),
      );
      expect(erased).toBe("done");
      const made = await app.db.query(sql`select id from conversions where external_id = ${externalId}`);
      expect(made).toHaveLength(
        // The request that converted may find its claim gone when it responds, so the audit log is counted.
        (
          await app.db.query(
            sql`select from audit_entries where action = 'claim.converted' and subject_id = ${uuidOf(id)}`,
          )
        ).length,
      );
      expect(conversions.filter((result) => result === "done").length).toBeLessThanOrEqual(made.length);
      expect(await app.db.query(sql`select from claims where id = ${uuidOf(id)}`)).toEqual([]);
    }
    expect(await ledgerFaults(app)).toEqual([]);
  },
);

test("none of these races deadlocks", async () => {
  expect(await app.deadlocks()).toBe(0);
});
