import sql from "sql-template-tag";
import { expect, it } from "vitest";
import { idOf, uuidOf, type BatchId } from "../../src/domain/ids.ts";
import { random } from "../../src/system/random.ts";
import { aBatch, aCounter, aPayee, type Counter } from "./counter.ts";

/** Inserted directly, because earning each of them would take too long. */
async function paidByPayPalToo({ desk }: Counter, batch: BatchId, size: number): Promise<void> {
  const { db, clock, services } = desk.app;
  const at = clock.now();
  const people = Array.from({ length: size }, (_, number) => {
    const payout = random.uuid(at);
    const payee = JSON.stringify({ kind: "paypal", holder: "Pay Pal", email: `p${number}@mail.example` });
    const sealed = services.payoutDetailsBox.seal(payee, idOf("payout", payout));
    return { user: random.uuid(at), affiliate: random.uuid(at), payout, sealed };
  });
  const account = uuidOf(desk.merchant.accountId);
  const of = <Field extends keyof (typeof people)[number]>(field: Field) => people.map((person) => person[field]);
  await db.transaction(async (tx) => {
    // These payouts have no conversions, which the constraints would reject; only their file matters.
    await tx.query(sql`set local session_replication_role = replica`);
    await tx.query(sql`
      insert into users (id, email, email_folded, name, password_hash, created_at)
      select id, id::text, id::text, 'Pay Pal', '', ${at} from unnest(${of("user")}::uuid[]) id`);
    await tx.query(sql`
      insert into affiliates (id, account_id, user_id, created_at)
      select id, ${account}, user_id, ${at}
      from unnest(${of("affiliate")}::uuid[], ${of("user")}::uuid[]) affiliate (id, user_id)`);
    await tx.query(sql`
      insert into payouts (id, account_id, batch_id, affiliate_id, currency, amount_minor, earned_minor, clawed_back_minor,
        conversions, claw_backs, status, seq, method, formats, account_hint, payee_encrypted, created_at)
      select id, ${account}, ${uuidOf(batch)}, affiliate_id, 'EUR', 100, 100, 0, 1, 0, 'created', 1, 'paypal', '{csv,paypal}', '',
        sealed, ${at}
      from unnest(${of("payout")}::uuid[], ${of("affiliate")}::uuid[], ${of("sealed")}::bytea[])
        payout (id, affiliate_id, sealed)`);
    await tx.query(sql`update payout_tallies set payouts = payouts + ${size}, amount_minor = amount_minor + ${100 * size}
      where batch_id = ${uuidOf(batch)} and method = 'paypal'`);
  });
}

it("a PayPal file of more than 5,000 payouts is split into parts that together pay everybody once", async () => {
  const counter = await aCounter();
  const { desk } = counter;
  const payee = await aPayee(counter, 700, { kind: "paypal", holder: "Pay Pal", email: "pal@mail.example" });
  const id = (await aBatch(counter)) as BatchId;
  const paypal = async () => (await desk.get(`payout-batches/${id}`)).body.batch.files[1] as Record<string, unknown>;
  const sizes = ({ parts }: Record<string, unknown>) => (parts as { payouts: number }[]).map(({ payouts }) => payouts);
  expect(await paypal()).toMatchObject({ format: "paypal", payouts: 1, written_at: null });
  expect(sizes(await paypal())).toEqual([1]);
  await paidByPayPalToo(counter, id, 5_001);
  expect(await paypal()).toMatchObject({ payouts: 5_002, written_at: null });
  expect(sizes(await paypal())).toEqual([5_000, 2]);
  const written = await desk.send("POST", `payout-batches/${id}/files`, { format: "paypal" });
  expect(written.body.file.paths).toHaveLength(2);
  expect(await paypal()).toMatchObject({ payouts: 5_002, written_at: expect.any(String), unavailable: null });
  expect(sizes(await paypal())).toEqual([5_000, 2]);
  const parts = await Promise.all([1, 2].map((part) => desk.get(`payout-batches/${id}/files/paypal?part=${part}`)));
  const recipients = parts.map(({ text }) => text.trimEnd().split("\r\n"));
  expect(recipients.map(({ length }) => length)).toEqual([5_000, 2]);
  expect(new Set(recipients.flat()).size).toBe(5_002);
  expect((await desk.get(`payout-batches/${id}/files/paypal?part=3`)).body.code).toBe("file_not_written");

  // Parts are independent: paid or ended payouts in the first do not affect the second.
  const { body } = await desk.get(`payouts?affiliate_id=${payee.id}`);
  const read = async (part: number) => (await desk.get(`payout-batches/${id}/files/paypal?part=${part}`)).body;
  await desk.send("POST", `payouts/${body.payouts[0].id}/paid`);
  expect(await read(1)).toMatchObject({
    code: "file_has_paid",
    error: "1 of these 5,000 payouts is already paid. Uploading this file again pays it twice.",
  });
  expect((await desk.get(`payout-batches/${id}/files/paypal?part=2`)).text).toBe(parts[1]?.text);
  await desk.send("POST", `payouts/${body.payouts[0].id}/failed`);
  expect((await read(1)).code).toBe("file_outdated");
  expect((await desk.get(`payout-batches/${id}/files/paypal?part=2`)).text).toBe(parts[1]?.text);
  const shown = (await paypal()) as { unavailable: null; parts: { unavailable: string | null }[] };
  expect(shown.unavailable).toBeNull();
  expect(shown.parts.map(({ unavailable }) => unavailable === null)).toEqual([false, true]);
});
