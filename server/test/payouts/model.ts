import { ModelRefunds } from "./model-refunds.ts";
import type { ModelConversion, ModelPayout } from "./model-types.ts";
import { sum } from "./model-worth.ts";

interface Whom {
  readonly affiliate: number;
  readonly currency: string;
}

/** Payouts in a few lines of arithmetic, independent of the application's code. */
export class ModelTill extends ModelRefunds {
  readonly payouts: ModelPayout[] = [];
  /** Indexes of the affiliates with payout details. */
  readonly reachable = new Set<number>();

  /** What payouts created now would pay, by currency; `blocked` if the affiliate has no payout details. */
  due(now: number): Map<string, bigint> {
    const due = new Map<string, bigint>();
    for (const affiliate of new Set(this.conversions.map((one) => one.affiliate)))
      for (const currency of new Set(this.conversions.map((one) => one.currency))) {
        const { amount } = this.#linesFor({ affiliate, currency }, now);
        const key = `${this.reachable.has(affiliate) ? "ready" : "blocked"} ${currency}`;
        if (amount > 0n) due.set(key, (due.get(key) ?? 0n) + amount);
      }
    return due;
  }

  pay(whom: Whom, minimum: bigint, now: number): ModelPayout | string {
    const { unpaid, conversions, debts, amount } = this.#linesFor(whom, now);
    const isReturned = sum(debts.map(({ minor }) => minor)) < 0n;
    if (unpaid.length === 0 && !isReturned) return "nothing_to_pay";
    if (!this.reachable.has(whom.affiliate)) return "no_payout_details";
    if (amount < (minimum > 1n ? minimum : 1n)) return "nothing_to_pay";
    const lines = { ...whom, amount, conversions, debts };
    const payout: ModelPayout = { ...lines, status: "created", wasPaid: false, wasReclaimed: false };
    for (const line of [...conversions, ...debts]) line.payout = payout;
    this.payouts.push(payout);
    return payout;
  }

  /** Mature commissions, less what is clawed back, plus what is returned. */
  #linesFor({ affiliate, currency }: Whom, now: number) {
    const isTheirs = (one: ModelConversion): boolean => one.affiliate === affiliate && one.currency === currency;
    const unpaid = this.conversions.filter(
      (one) => isTheirs(one) && one.status === "approved" && one.payout === null && one.commission > 0n,
    );
    const conversions = unpaid.filter((one) => now >= one.maturesAt);
    const debts = this.clawBacks.filter(({ one, payout }) => isTheirs(one) && payout === null);
    const amount = sum(conversions.map(({ commission }) => commission)) - sum(debts.map(({ minor }) => minor));
    return { unpaid, conversions, debts, amount };
  }

  settle(payout: ModelPayout, action: "mark_paid" | "mark_failed" | "cancel"): string {
    const { status } = payout;
    const isEnded = status === "failed" || status === "cancelled";
    if (action === "mark_paid" && status === "paid") return "payout_already_paid";
    if (action === "mark_paid" && isEnded) return this.#reclaim(payout);
    if (action === "cancel" && status !== "created") return "payout_not_cancellable";
    if (isEnded) return "payout_already_ended";
    payout.status = ({ mark_paid: "paid", mark_failed: "failed", cancel: "cancelled" } as const)[action];
    if (payout.status === "paid") {
      payout.wasPaid = true;
      return "done";
    }
    for (const line of [...payout.conversions, ...payout.debts]) line.payout = null;
    for (const one of payout.conversions) one.wasInPayout = true;
    return "done";
  }

  /** Paid after all: it needs all of its lines, and all of them must be free. */
  #reclaim(payout: ModelPayout): string {
    const lines = [...payout.conversions, ...payout.debts];
    if (lines.some((line) => line.payout !== null)) return "payout_lines_taken";
    if (payout.conversions.some((one) => one.status !== "approved")) return "payout_lines_rejected";
    for (const line of lines) line.payout = payout;
    payout.status = "paid";
    payout.wasPaid = true;
    payout.wasReclaimed = true;
    return "done";
  }

  /** One line of bank results without a date. */
  import(payout: ModelPayout, status: "paid" | "failed"): string {
    if (payout.status === status) return "unchanged";
    if (status === "failed" && payout.status === "paid" && payout.wasReclaimed) return "payout_paid_since";
    if (status === "failed") return this.settle(payout, "mark_failed");
    if (payout.status !== "created" && payout.wasPaid) return "payout_returned";
    return this.settle(payout, "mark_paid");
  }

  /** `account owner currency` → balance, without zeros. */
  balances(): Map<string, bigint> {
    const found = new Map<string, bigint>();
    const add = (key: string, minor: bigint): void => {
      const balance = (found.get(key) ?? 0n) + minor;
      if (balance === 0n) found.delete(key);
      else found.set(key, balance);
    };
    for (const { affiliate, currency, commission, status, payout } of this.conversions) {
      if (status === "rejected") continue;
      add(`campaign ${currency}`, -commission);
      if (!payout) add(`${status === "pending" ? "pending" : "payable"} ${affiliate} ${currency}`, commission);
    }
    for (const { one, minor, payout } of this.clawBacks) {
      add(`recovered ${one.currency}`, minor);
      if (!payout) add(`receivable ${one.affiliate} ${one.currency}`, -minor);
    }
    for (const { affiliate, currency, amount, status } of this.payouts) {
      if (status === "created") add(`in_payout ${affiliate} ${currency}`, amount);
      if (status === "paid") add(`paid ${affiliate} ${currency}`, amount);
    }
    return found;
  }
}
