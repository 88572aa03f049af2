import sql from "sql-template-tag";
import { expect } from "vitest";
import { idOf, uuidOf, type ConversionId, type RefundId } from "../../src/domain/ids.ts";
import { majorOf } from "../../src/domain/values/money.ts";
import { cancelRefund } from "../../src/usecases/refunds/cancel-refund.ts";
import { editOrder, type EditedOrder } from "../../src/usecases/refunds/edit-order.ts";
import { recordRefund, type RecordedRefund } from "../../src/usecases/refunds/record-refund.ts";
import { money } from "../domain/samples.ts";
import { outcome } from "../support/parallel.ts";
import type { Changed, Effect, ModelRefund } from "./model-types.ts";
import { none, OrderWalk, textOf, type Outcome } from "./walk-orders.ts";

/** Refunds and edits on top of the orders. */
export class RefundWalk extends OrderWalk {
  readonly #refunds = new Map<ModelRefund, RefundId>();
  #numbers = 0;

  /** Some or all of an order, or a cent too much. */
  async refund(): Promise<Outcome> {
    const one = this.recent(this.model.conversions);
    if (!one) return none;
    const left = Number(this.model.refundableOf(one));
    const minor = this.random.pick([
      left,
      left + 1,
      1,
      1 + this.random.below(left + 1),
      1 + this.random.below(left + 1),
    ]);
    if (minor === 0) return none;
    const externalId = this.#newId("refund");
    const real = await outcome(
      recordRefund(this.context, {
        of: { conversionId: this.idOf(one) },
        source: "api",
        externalId,
        amount: majorOf(money(minor, one.orderCurrency)),
        currency: undefined,
        items: null,
        reason: null,
      }),
    );
    const expected = this.model.refund({ one, minor: BigInt(minor), externalId, isEdit: false }, this.now);
    return this.#compareChange(real, expected);
  }

  async cancelRefund(): Promise<Outcome> {
    const refund = this.recent(this.model.refunds);
    const id = refund && this.#refunds.get(refund);
    if (!id) return none;
    const real = await outcome(cancelRefund(this.context, id));
    return this.#compareChange(real, this.model.cancel(refund, this.now));
  }

  async edit(): Promise<Outcome> {
    const one = this.recent(this.model.conversions);
    if (!one) return none;
    const total = this.random.pick([
      0n,
      one.order.total,
      BigInt(this.random.below(2 * Number(one.order.total) + 2)),
      one.order.total + 1n,
    ]);
    const externalId = this.#newId("edit");
    const amount = majorOf(money(total, one.orderCurrency));
    const real = await outcome(
      editOrder(this.context, { conversionId: this.idOf(one), source: "api", externalId, amount }),
    );
    return this.#compareChange(real, this.model.edit({ one, total, externalId }, this.now));
  }

  async #compareChange(real: RecordedRefund | EditedOrder | string, expected: Changed): Promise<Outcome> {
    if (typeof real === "string" || typeof expected === "string") return [textOf(real), textOf(expected)];
    const { conversion, refund } = real;
    const { amount, commission, status } = expected.about;
    const taken = real.clawBack?.amount.minor;
    expect([conversion.amount.minor, conversion.commission.minor, conversion.status, taken]).toEqual([
      amount,
      commission,
      status,
      expected.clawBack?.minor,
    ]);
    const newest = this.model.refunds.at(-1);
    if (refund && newest && !this.#refunds.has(newest)) this.#refunds.set(newest, refund.id);
    if (real.clawBack && expected.clawBack) this.clawBacks.set(expected.clawBack, real.clawBack.id);
    for (const added of expected.added) this.conversions.set(added, await this.#idOfOrder(added.externalId));
    const done = effectOf(expected);
    return [done, done];
  }

  async #idOfOrder(externalId: string): Promise<ConversionId> {
    const { db, accountId } = this.context;
    const [row] = await db.query<{ id: string }>(sql`
      select id from conversions where account_id = ${uuidOf(accountId)} and external_id = ${externalId}`);
    if (!row) throw new Error(`Order ${externalId} has no conversion.`);
    return idOf("conversion", row.id);
  }

  #newId(kind: string): string {
    return `${kind}-${(this.#numbers += 1)}`;
  }
}

function effectOf({ about: { status, isShort }, clawBack, added }: Effect): string {
  if (added.length > 0) return "added";
  if (clawBack) return clawBack.minor > 0n ? "clawed_back" : "returned";
  return isShort ? "short" : status;
}
