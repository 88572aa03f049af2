import { queueMail } from "../../src/usecases/mail/queue-mail.ts";
import { aTwin } from "../support/twins.ts";
import sql, { raw } from "sql-template-tag";
import { connect, type Connection, type Db } from "../../src/db/database.ts";
import { parseId, uuidOf, type CampaignId, type ConversionId } from "../../src/domain/ids.ts";
import { listMovedTables } from "../../src/store/installation/catalogue.ts";
import { clawBackConversion } from "../../src/usecases/conversions/claw-back-conversion.ts";
import { rejectConversion, unrejectConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { changeLogo } from "../../src/usecases/accounts/branding.ts";
import { changeApplicationPage } from "../../src/usecases/affiliates/application-page.ts";
import { createPayout } from "../../src/usecases/payouts/create-payout.ts";
import { settlePayout } from "../../src/usecases/payouts/settle-payouts.ts";
import { undoClawBack } from "../../src/usecases/conversions/undo-claw-back.ts";
import { cancelRefund } from "../../src/usecases/refunds/cancel-refund.ts";
import { editOrder } from "../../src/usecases/refunds/edit-order.ts";
import { recordRefund, type RecordedRefund } from "../../src/usecases/refunds/record-refund.ts";
import { getSignedStatement } from "../statements/whole.ts";
import { sealWaiting } from "../../src/usecases/statements/seal-transfers.ts";
import { aDesk, type Desk } from "../dashboard/desk.ts";
import { currency, money } from "../domain/samples.ts";
import { aPng } from "../formats/pictures.ts";
import { aPartner, earn, earnApproved, type Paid, type Till } from "../payouts/till.ts";
import { call, startApp } from "../support/app.ts";
import { cloneDatabase } from "../support/database.ts";
import { aClick } from "../support/clicks.ts";
import { aCampaign } from "../support/world.ts";
import { withConnectors } from "./connected-world.ts";
import { withCoupons } from "./coupons-world.ts";
import { withPlans, type PlannedWorld } from "./planned-world.ts";
import { foldAll } from "../support/folding.ts";
import { spendOf } from "../../src/store/current-totals.ts";

/** Text that a copy could corrupt: quotes, backslashes, null markers, control characters, every Unicode plane. */
export const ODD_TEXT =
  'tab\there "quoted" \\N back\\slash\\t line\nfeed\r\v\u0001\u001f\u007f é 日本 😀 \u2028 $x {a,"b"} \\.';
const MOST = "9223372036854775807";
const BEYOND_DOUBLES = "9007199254740993";
const EUR = currency("EUR");

export interface FullWorld {
  readonly desk: Desk;
  readonly till: Till;
  readonly ada: Paid;
  readonly planned: PlannedWorld;
  readonly connection: Connection;
  /** The app is closed, so nobody else writes. */
  readonly db: Db;
}

/**
 * An installation with rows in every table and a sound ledger, created by the product itself where that is short. The
 * caller closes its database.
 */
export async function aFullWorld(): Promise<FullWorld> {
  const settings = {
    SIGNUP: "open",
    WEBHOOK_ALLOWED_NETWORKS: "10.99.0.0/16",
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "us@tributary.test",
  };
  // A database is moved only if nobody else is connected to it.
  const app = await startApp(settings, { connection: await cloneDatabase() });
  const desk = await aDesk(app);
  for (const path of ["one", "two", "three"])
    await desk.send("POST", "webhook-endpoints", { url: `https://10.99.0.1/${path}`, events: ["conversion.created"] });
  await app.db.query(sql`update webhook_endpoints set disabled_at = created_at, disabled_by = 'person'
    where url like '%/two'`);
  await app.db.query(sql`update webhook_endpoints set deleted_at = created_at where url like '%/three'`);
  const made = parseId("campaign", await aCampaign(desk.merchant, { commission_value: 100, maturation_days: 7 }));
  if (!made) throw new Error("No campaign.");
  const till = { app, merchant: desk.merchant, campaignId: made as CampaignId };
  const planned = await withPlans(till, ODD_TEXT);
  const ada = await withMoney(till);
  await withRefunds(till);
  await withCoupons(till);
  await withConnectors(till);
  await everythingElse(desk, till, ada);
  await withTestMode(till);
  await app.close();
  return {
    desk,
    till,
    ada,
    planned,
    connection: app.connection,
    db: connect(app.connection, { onIdleError: () => {}, max: 2 }),
  };
}

/** A test account with a person and a mail. */
async function withTestMode({ app, merchant }: Till): Promise<void> {
  const twin = await aTwin(app, merchant);
  const campaignId = await aCampaign(twin);
  await twin.call("POST", "/v1/test/affiliates", { body: { campaign_id: campaignId } });
  await app.db.transaction((tx) =>
    queueMail(tx, twin.context, {
      to: "ada@partner.example",
      content: { kind: "approval", subject: ODD_TEXT, text: "Hello" },
    }),
  );
}

/** Conversions in every status, payouts that are created, paid and returned, claw-backs, seals, a statement. */
async function withMoney(till: Till): Promise<Paid> {
  const { context } = till.merchant;
  const [ada, grace] = [await aPartner(till), await aPartner(till)];
  const first = await earnApproved(till, ada, 300);
  await earnApproved(till, ada, 500);
  await earnApproved(till, ada, money(900, "JPY"));
  await earnApproved(till, grace, 800);
  await earn(till, ada, 0);
  await rejectConversion(context, { id: await earn(till, ada, 250), reason: ODD_TEXT });
  const restored = await earn(till, grace, 260);
  await rejectConversion(context, { id: restored, reason: "Returned" });
  await unrejectConversion(context, { id: restored });
  till.app.clock.set(new Date("2026-04-02T08:00:00.123Z"));
  await clawBackConversion(context, { id: first, reason: "Fraud" });
  const paid = await createPayout(context, { affiliateId: ada.id, currency: EUR });
  await settlePayout(context, { id: paid.id, action: "mark_paid" });
  const returned = await createPayout(context, { affiliateId: grace.id, currency: EUR });
  await settlePayout(context, { id: returned.id, action: "mark_failed", reason: "Closed" });
  await createPayout(context, { affiliateId: grace.id, currency: EUR });
  await getSignedStatement(context, { affiliateId: ada.id, currency: EUR, month: "2026-03" });
  await sealWaiting(till.app.services);
  // What is earned until now is folded, and the rest is not.
  await foldAll(till.app);
  await till.app.db.query(
    sql`insert into conversion_delta_floor (floor) select last_value from conversion_deltas_id_seq`,
  );
  await till.app.db.query(sql`
    insert into event_cutoffs (account_id, deleted_until) values (${uuidOf(context.accountId)}, '2025-01-01')`);
  await earn(till, ada, 100);
  return ada;
}

/** Refunds and edits at every stage of a conversion: lowered, clawed back, returned, undone, and moved to another one. */
async function withRefunds(till: Till): Promise<void> {
  const { context } = till.merchant;
  const refund = (conversionId: ConversionId, amount: number): Promise<RecordedRefund> =>
    recordRefund(context, {
      of: { conversionId },
      source: "api",
      externalId: `${conversionId} ${amount}`,
      amount,
      currency: undefined,
      items: [{ sku: ODD_TEXT, quantity: 2 }],
      reason: ODD_TEXT,
    });
  const edit = (conversionId: ConversionId, amount: number): Promise<unknown> =>
    editOrder(context, { conversionId, source: "api", externalId: `${conversionId} ${amount}`, amount });
  const marie = await aPartner(till);
  const [early, late] = [await earnApproved(till, marie, 10_000), await earnApproved(till, marie, 10_000)];
  const { refund: moved } = await refund(early, 25);
  await edit(await earn(till, marie, 10_000), 80);
  await refund(await earn(till, marie, 500), 5);
  till.app.clock.forward({ days: 7 });
  const payout = await createPayout(context, { affiliateId: marie.id, currency: EUR });
  await settlePayout(context, { id: payout.id, action: "mark_paid" });
  await cancelRefund(context, moved.id);
  await cancelRefund(context, (await refund(late, 10)).refund.id);
  const { clawBack } = await refund(late, 40);
  if (!clawBack) throw new Error("Nothing was clawed back.");
  await undoClawBack(context, { id: clawBack.id, reason: ODD_TEXT });
  await refund(late, 30);
  await edit(late, 120);
}

async function everythingElse(desk: Desk, till: Till, ada: Paid): Promise<void> {
  const { app, merchant, campaignId } = till;
  const { db } = app;
  await desk.signIn();
  for (const month of ["2025-11", "2026-03"])
    await aClick({ app, merchant, campaignId, affiliate: ada }, { at: new Date(`${month}-05T00:00:00.001Z`) });
  // Followed like a customer would: some counts are in the totals, and a batch of them is not yet.
  await call(app, "GET", `/r/${ada.code}?sub=${encodeURIComponent("a\\b")}`);
  await db.query(
    sql`insert into click_totals (scope_id, day, clicks) values (gen_random_uuid(), '2026-01-01', ${MOST})`,
  );
  await db.query(sql`insert into click_batches (scope_ids, days, clicks)
    values ('{}', '{}', '{}'), (array[gen_random_uuid(), gen_random_uuid()], '{2026-01-01,-infinity}', '{1,null}')`);
  await merchant.call("POST", "/v1/conversions", {
    body: { campaign_id: campaignId, affiliate_code: "nobody", external_id: "x" },
  });
  await merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, { body: { email: "later@partner.example" } });
  const { body: tracking } = await desk.get(`campaigns/${campaignId}/tracking`);
  await call(app, "GET", `/seen.js?check=${new URL(tracking.check_url as string).searchParams.get("service_id")}`);
  await changeLogo(merchant.context, aPng());
  await changeApplicationPage(merchant.context, campaignId, { slug: "spring-sale", isOpen: true });
  await db.query(sql`update brands set cover_line = ${ODD_TEXT}`);
  await db.query(sql`update users set name = ${ODD_TEXT} where email like 'affiliate%'`);
  await db.query(sql`update campaigns set max_budget_minor = ${MOST}::int8`);
  await db.query(sql`insert into campaign_budgets (campaign_id, account_id, spent_minor)
    select id, account_id, ${spendOf("campaigns")} from campaigns`);
  await db.query(sql`update campaigns set auto_approve = 'when_matured' where id = ${uuidOf(campaignId)}`);
  await db.query(sql`insert into mails (id, kind, address_hash, message_encrypted, status, due_at, created_at)
    values (gen_random_uuid(), 'approval', '\\x01', ${app.services.mailBox.seal(ODD_TEXT, "somebody")}, 'waiting', now(), now())`);
  await oddRows(db, till, ada);
}

/** Rows that would take long to create through the product. */
async function oddRows(db: Db, { merchant, campaignId }: Till, ada: Paid): Promise<void> {
  const account = uuidOf(merchant.accountId);
  await db.query(sql`insert into mail_switches (address_hash, kind, off_since)
    values ('\\x00ff5c6e', 'approval', now()), ('', 'invitation', 'infinity')`);
  await db.query(sql`insert into payers (account_id, name, iban_encrypted, iban_hint, changed_by, changed_at)
    values (${account}, ${ODD_TEXT}, '\\x01', '3000', 'somebody', now())`);
  await db.query(sql`insert into payout_schedules (account_id, currency, day, minimum_minor, next_on, changed_by, changed_at)
    values (${account}, 'EUR', 1, 0, '2026-05-01', '', now())`);
  await db.query(sql`with file as (insert into payout_files (id, account_id, batch_id, format, parts, actor, written_at)
      select gen_random_uuid(), account_id, id, 'csv', 1, 'somebody', now() from payout_batches returning id, batch_id)
    insert into payout_file_payouts (file_id, payout_id, part)
    select file.id, p.id, 1 from file join payouts p on p.batch_id = file.batch_id`);
  await db.query(
    sql`update payout_tallies t set file_id = f.id, part = 1 from payout_files f where f.batch_id = t.batch_id`,
  );
  await db.query(sql`insert into matured_sums (account_id, affiliate_id, currency, matured_until, conversions, commission_minor)
    values (${account}, ${uuidOf(ada.id)}, 'EUR', '-infinity', 0, 0)`);
  await db.query(sql`insert into delivery_attempts (id, delivery_id, account_id, started_at, duration_ms, status_code, response,
      manual, overtaken) select gen_random_uuid(), id, account_id, now(), 5, 500, ${ODD_TEXT}, false, false from deliveries`);
  await db.query(sql`insert into claims (id, account_id, campaign_id, affiliate_id, affiliation_id, external_id, approximate_time,
      state, finding, finding_text, asked_at)
    select gen_random_uuid(), account_id, campaign_id, affiliate_id, id, ${ODD_TEXT}, now(), 'asked', 'unknown', '', now()
    from affiliations where campaign_id = ${uuidOf(campaignId)} and code = ${ada.code}`);
  await db.query(sql`insert into applications (account_id, campaign_id, email_folded, name, website, audience, note,
      affiliation_id, applied_at)
    select account_id, campaign_id, code, ${ODD_TEXT}, 'https://site.example', '', ${ODD_TEXT}, id, now()
    from affiliations where campaign_id = ${uuidOf(campaignId)}`);
  await db.query(sql`with factor as (insert into second_factors (user_id, secret_encrypted, set_up_at)
      values (${uuidOf(ada.userId)}, '\\x02', now()) returning user_id)
    insert into recovery_codes (user_id, code_hash) select user_id, '\\x03' from factor`);
  await db.query(sql`insert into member_invitations (id, account_id, email, email_folded, role, invited_by, token_hash, created_at, expires_at)
    select gen_random_uuid(), account_id, ${ODD_TEXT}, ${ODD_TEXT}, 'viewer', user_id, '\\x04', now(), now() from members
    where account_id = ${account} limit 1`);
  await db.query(sql`insert into audit_entries (id, account_id, at, actor, action, subject_kind, subject_id, before, after)
    values (gen_random_uuid(), ${account}, now(), 'operator', 'campaign.update', 'campaign', ${uuidOf(campaignId)},
      jsonb_build_object('z', null, 'a', ${ODD_TEXT}::text, 'n', ${MOST}::numeric / 7), '{}')`);
  await db.query(sql`insert into audit_origins (entry_id, account_id, actor, at, address, user_agent)
    select id, account_id, actor, at, '192.0.2.1', ${ODD_TEXT} from audit_entries where actor = 'operator'`);
  await db.query(sql`insert into refused_call_numbers (account_id, last_number) values (${account}, ${BEYOND_DOUBLES})
    on conflict (account_id) do update set last_number = excluded.last_number`);
  await db.query(sql`insert into refused_calls (account_id, place, number, key_id, at, method, path, status, code, error, request_id)
    select account_id, 999, 1, id, now(), 'GET', '/', 400, 'x', ${ODD_TEXT}, '' from api_keys limit 1`);
}

/** Tables that an export would write without rows. */
export async function emptyTables(db: Db): Promise<string[]> {
  const names = (await listMovedTables(db, "exported")).map(({ name }) => name);
  const empty: string[] = [];
  for (const name of names) {
    const rows = await db.query(raw(`select from ${name} limit 1`));
    if (rows.length === 0) empty.push(name);
  }
  return empty;
}
