/** Payouts and claw-backs in a few lines of arithmetic, independent of the application's code. */
export interface ModelConversion {
  readonly affiliate: number;
  readonly currency: string;
  readonly minor: bigint;
  readonly maturesAt: number;
  status: "pending" | "approved" | "rejected";
  payout: ModelPayout | null;
  /** null: not clawed back. */
  clawedBack: { payout: ModelPayout | null } | null;
}
export interface ModelPayout {
  readonly affiliate: number;
  readonly currency: string;
  readonly amount: bigint;
  readonly conversions: readonly ModelConversion[];
  readonly debts: readonly ModelConversion[];
  status: "created" | "paid" | "failed" | "cancelled";
  wasPaid: boolean;
  /** It failed or was cancelled, and was paid after all. */
  wasReclaimed: boolean;
}

export class ModelTill {
  readonly conversions: ModelConversion[] = [];
  readonly payouts: ModelPayout[] = [];
  /** Indexes of the affiliates with payout details. */
  readonly reachable = new Set<number>();

  approve(one: ModelConversion): string {
    if (one.status !== "pending") return "conversion_not_pending";
    one.status = "approved";
    return "done";
  }

  reject(one: ModelConversion, now: number): string {
    if (one.status === "rejected") return "conversion_already_rejected";
    if (one.payout) return "conversion_in_payout";
    if (one.status === "approved" && now >= one.maturesAt) return "outside_maturation_period";
    one.status = "rejected";
    return "done";
  }

  unreject(one: ModelConversion, now: number): string {
    if (one.status !== "rejected") return "conversion_not_rejected";
    if (now >= one.maturesAt) return "outside_maturation_period";
    one.status = "pending";
    return "done";
  }

  clawBack(one: ModelConversion, now: number): string {
    if (one.status !== "approved") return "conversion_not_approved";
    if (now < one.maturesAt) return "inside_maturation_period";
    if (one.minor === 0n) return "nothing_to_claw_back";
    if (one.clawedBack) return "already_clawed_back";
    one.clawedBack = { payout: null };
    return "done";
  }

  /** What payouts created now would pay, by currency; `blocked` if the affiliate has no payout details. */
  due(now: number): Map<string, bigint> {
    const due = new Map<string, bigint>();
    for (const affiliate of new Set(this.conversions.map((one) => one.affiliate)))
      for (const currency of new Set(this.conversions.map((one) => one.currency))) {
        const theirs = this.conversions.filter((one) => one.affiliate === affiliate && one.currency === currency);
        const earned = theirs.filter((one) => one.status === "approved" && one.payout === null && now >= one.maturesAt);
        const debts = theirs.filter((one) => one.clawedBack?.payout === null);
        const amount = sum(earned.map(({ minor }) => minor)) - sum(debts.map(({ minor }) => minor));
        const key = `${this.reachable.has(affiliate) ? "ready" : "blocked"} ${currency}`;
        if (amount > 0n) due.set(key, (due.get(key) ?? 0n) + amount);
      }
    return due;
  }

  pay(whom: { affiliate: number; currency: string }, minimum: bigint, now: number): ModelPayout | string {
    const theirs = this.conversions.filter(
      (one) => one.affiliate === whom.affiliate && one.currency === whom.currency && one.minor > 0n,
    );
    const due = theirs.filter((one) => one.status === "approved" && one.payout === null);
    if (due.length === 0) return "nothing_to_pay";
    if (!this.reachable.has(whom.affiliate)) return "no_payout_details";
    const conversions = due.filter((one) => now >= one.maturesAt);
    const debts = theirs.filter((one) => one.clawedBack?.payout === null);
    const amount = sum(conversions.map(({ minor }) => minor)) - sum(debts.map(({ minor }) => minor));
    if (conversions.length === 0 || amount < (minimum > 1n ? minimum : 1n)) return "nothing_to_pay";
    const payout: ModelPayout = {
      ...whom,
      amount,
      conversions,
      debts,
      status: "created",
      wasPaid: false,
      wasReclaimed: false,
    };
    for (const one of conversions) one.payout = payout;
    for (const one of debts) one.clawedBack = { payout };
    this.payouts.push(payout);
    return payout;
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
    for (const one of payout.conversions) one.payout = null;
    for (const one of payout.debts) one.clawedBack = { payout: null };
    return "done";
  }

  /** Paid after all: it needs all of its lines, and all of them must be free. */
  #reclaim(payout: ModelPayout): string {
    const holders = [
      ...payout.conversions.map((one) => one.payout),
      ...payout.debts.map((one) => one.clawedBack?.payout),
    ];
    if (holders.some((holder) => holder !== null)) return "payout_lines_taken";
    if (payout.conversions.some((one) => one.status !== "approved")) return "payout_lines_rejected";
    for (const one of payout.conversions) one.payout = payout;
    for (const one of payout.debts) one.clawedBack = { payout };
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
    for (const { affiliate, currency, minor, status, payout, clawedBack } of this.conversions) {
      if (status === "rejected") continue;
      add(`campaign ${currency}`, -minor);
      if (!payout) add(`${status === "pending" ? "pending" : "payable"} ${affiliate} ${currency}`, minor);
      if (clawedBack) add(`recovered ${currency}`, minor);
      if (clawedBack && !clawedBack.payout) add(`receivable ${affiliate} ${currency}`, -minor);
    }
    for (const { affiliate, currency, amount, status } of this.payouts) {
      if (status === "created") add(`in_payout ${affiliate} ${currency}`, amount);
      if (status === "paid") add(`paid ${affiliate} ${currency}`, amount);
    }
    return found;
  }
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
