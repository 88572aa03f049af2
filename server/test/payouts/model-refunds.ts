import { ModelOrders, type Cause } from "./model-orders.ts";
import type { Changed, Effect, ModelClawBack, ModelConversion, ModelOrder, ModelRefund, Worth } from "./model-types.ts";
import { isSettled, least, most, remainderOf, sum } from "./model-worth.ts";

/** Refunds and edits in a few lines of arithmetic, independent of the application's code. */
export class ModelRefunds extends ModelOrders {
  refund({ one, ...refund }: Omit<ModelRefund, "counted">, now: number): Changed {
    if (refund.minor > this.refundableOf(one)) return "refund_exceeds_amount";
    const counted = this.#count({ ...refund, one });
    return this.#recount(one, { refund: counted, externalId: refund.externalId, now });
  }

  #count(refund: Omit<ModelRefund, "counted">): ModelRefund {
    const counted = { ...refund, counted: true };
    this.refunds.push(counted);
    refund.one.order.refunds.push(counted);
    return counted;
  }

  cancel(refund: ModelRefund, now: number): Changed {
    if (refund.isEdit) return "refund_of_edit";
    if (!refund.counted) {
      const isReturn = (each: ModelClawBack): boolean => each.refund === refund && each.minor < 0n;
      return { about: refund.one, clawBack: refund.one.clawBacks.find(isReturn) ?? null, added: [] };
    }
    refund.counted = false;
    return this.#recount(refund.one, { refund, externalId: refund.externalId, now });
  }

  /** Lower is a refund. Higher first undoes earlier edits, the newest first. */
  edit({ one, total, externalId }: { one: ModelConversion; total: bigint; externalId: string }, now: number): Changed {
    const { order } = one;
    const more = total - order.total;
    if (more === 0n) return { about: one, clawBack: null, added: [] };
    const changed =
      more < 0n ? this.#lower(one, -more, { externalId, now }) : this.#raise(one, more, { externalId, now });
    if (typeof changed !== "string") order.total = total;
    return changed;
  }

  #lower(one: ModelConversion, minor: bigint, cause: Cause): Changed {
    if (minor > this.refundableOf(one)) return "refund_exceeds_amount";
    return this.#recount(one, { ...cause, refund: this.#countEdit(one.order, minor, cause) });
  }

  /** It takes from what was added last first. */
  #countEdit({ conversions }: ModelOrder, minor: bigint, { externalId }: Cause): ModelRefund {
    const one = conversions.at(-1);
    if (!one) throw new Error("An order has a conversion.");
    return this.#count({ one, minor, externalId: `edit:${externalId}`, isEdit: true });
  }

  #raise(one: ModelConversion, more: bigint, { externalId, now }: Cause): Changed {
    const { order } = one;
    const restore = this.#snapshot(order);
    let undone: ModelRefund | null = null;
    let needed = more;
    for (const refund of order.refunds.filter((each) => each.isEdit && each.counted).toReversed()) {
      if (needed <= 0n) break;
      refund.counted = false;
      undone = refund;
      needed -= refund.minor;
    }
    // An earlier edit had lowered the total by more than this one raises it.
    if (needed < 0n) this.#countEdit(order, -needed, { externalId, now });
    // What a growing part takes over is returned for the newest refund.
    const cause = { refund: undone ?? order.refunds.at(-1) ?? null, externalId, now };
    const newest = order.conversions.at(-1) ?? one;
    const original = sum(order.conversions.map((each) => each.original.amount));
    const paid = sum(order.conversions.map((each) => each.original.commission));
    const growth = { amount: needed, commission: most(0n, this.commissionOf(original + needed) - paid) };
    const growsInPlace = needed > 0n && !isSettled(newest, now);
    if (growsInPlace) newest.original = plus(newest.original, growth);
    if (needed <= 0n || growsInPlace) return this.#recount(growsInPlace ? newest : one, cause);
    const part: ModelConversion = { ...newest, original: growth };
    const effect = this.#recount(one, cause, part);
    if (!this.hasRoom(newest.currency, this.remainderOf(part).commission)) {
      restore();
      return "budget_exceeded";
    }
    const added = this.addTo(newest, { original: growth, refunded: part.refunded }, cause);
    if (added.amount === 0n) Object.assign(added, { status: "rejected", rejectedBy: "refund" });
    return { ...effect, added: [...effect.added, added] };
  }

  /**
   * Refunds take from the conversion that they were reported for, and then from the others, the newest first. A part that
   * is about to be added learns what they take from it.
   */
  #recount(about: ModelConversion, cause: RefundCause, part?: ModelConversion): Effect {
    const { refunds } = about.order;
    const conversions = part ? [...about.order.conversions, part] : about.order.conversions;
    const taken = new Map(conversions.map((one) => [one, 0n]));
    for (const refund of refunds.filter(({ counted }) => counted)) {
      let rest = refund.minor;
      for (const one of this.#inTurn(conversions, refund.one)) {
        const some = least(rest, one.original.amount - (taken.get(one) ?? 0n));
        taken.set(one, (taken.get(one) ?? 0n) + some);
        rest -= some;
      }
    }
    let effect: Effect = { about, clawBack: null, added: [] };
    for (const [one, refunded] of taken) {
      // What a person waived may no longer be waived.
      const mayOwe = one.hasRefunds && isSettled(one, cause.now);
      if (one !== about && one !== part && one.refunded === refunded && !mayOwe) continue;
      Object.assign(one, { refunded, hasRefunds: true });
      if (one === part) continue;
      const { clawBack, added } = this.#settle(one, cause);
      effect = { about, clawBack: one === about ? clawBack : effect.clawBack, added: [...effect.added, ...added] };
    }
    return effect;
  }

  /** A fixed commission that does not scale stays whole as long as possible: parts that pay nothing come first. */
  #inTurn(conversions: readonly ModelConversion[], named: ModelConversion): readonly ModelConversion[] {
    const { rule } = this.terms;
    const isFree = (one: ModelConversion): boolean => "fixed" in rule && !rule.scales && one.original.commission === 0n;
    const free = conversions.filter(isFree).toReversed();
    const others = conversions.filter((each) => each !== named && !isFree(each)).toReversed();
    return isFree(named) ? [...free, ...others] : [...free, named, ...others];
  }

  #settle(one: ModelConversion, cause: RefundCause): Effect {
    const nothing = { about: one, clawBack: null, added: [] };
    const left = this.remainderOf(one);
    if (isSettled(one, cause.now)) return this.#settleSettled(one, left, cause);
    if (one.status === "rejected" && (one.rejectedBy === "person" || left.amount === 0n)) {
      Object.assign(one, left, { isShort: false });
      return nothing;
    }
    if (!this.#grow(one, left)) return nothing;
    if (left.amount === 0n) Object.assign(one, { status: "rejected", rejectedBy: "refund" });
    else if (one.status === "rejected") Object.assign(one, { status: "pending", rejectedBy: null });
    return nothing;
  }

  /** Without room in the budget, the commission and the status stay. */
  #grow(one: ModelConversion, left: Worth): boolean {
    const spent = one.status === "rejected" ? 0n : one.commission;
    const hasRoom = left.commission <= spent || this.hasRoom(one.currency, left.commission - spent);
    Object.assign(one, hasRoom ? left : { amount: left.amount }, { isShort: !hasRoom });
    return hasRoom;
  }

  /** Its commission is no longer lowered: the difference is clawed back, and returned if refunds are cancelled. */
  #settleSettled(one: ModelConversion, left: Worth, { refund, ...cause }: RefundCause): Effect {
    const minor = this.clawBackChange(one, left);
    const clawBack = minor === 0n ? null : this.takeBack({ one, minor, refund, undoes: null });
    const effect = { about: one, clawBack, added: [] };
    const more = left.commission - one.commission;
    if (more <= 0n) {
      one.isShort = false;
      if (more === 0n) one.amount = most(one.amount, left.amount);
      return effect;
    }
    if (one.payout === null && !one.wasInPayout) {
      this.#grow(one, left);
      return effect;
    }
    return { ...effect, added: this.#close(one, left, cause) };
  }

  /** It keeps what was paid. The rest of the order, with its refunds, is a conversion of its own, if there is room. */
  #close(one: ModelConversion, left: Worth, cause: Cause): ModelConversion[] {
    const { original, commission, refunded } = one;
    const paidFor = most(1n, (original.amount * commission) / original.commission);
    const amount = least(least(one.amount, paidFor), left.amount);
    const rest = { amount: original.amount - amount, commission: original.commission - commission };
    const worth = remainderOf({ original: rest, refunded }, this.terms.rule);
    one.isShort = !this.hasRoom(one.currency, worth.commission);
    if (one.isShort) return [];
    Object.assign(one, { amount, original: { amount, commission }, refunded: 0n });
    const part = this.addTo(one, { original: rest, refunded }, cause);
    for (const refund of one.order.refunds) if (refund.one === one && refund.counted) refund.one = part;
    return [part];
  }

  /** A refused step changes nothing. */
  #snapshot(order: ModelOrder): () => void {
    const lists = [this.conversions, this.refunds, this.clawBacks, order.conversions, order.refunds];
    const lengths = lists.map(({ length }) => length);
    const before = [...order.conversions, ...order.refunds].map((each) => ({ each, was: { ...each } }));
    const clawBacks = order.conversions.map((one) => ({ one, was: [...one.clawBacks] }));
    return () => {
      for (const [index, list] of lists.entries()) list.length = lengths[index] ?? 0;
      for (const { each, was } of before) Object.assign(each, was);
      for (const { one, was } of clawBacks) one.clawBacks = was;
    };
  }
}

interface RefundCause extends Cause {
  /** The refund that is named in a claw-back; null: the order never had one. */
  readonly refund: ModelRefund | null;
}

const plus = (a: Worth, b: Worth): Worth => ({ amount: a.amount + b.amount, commission: a.commission + b.commission });
