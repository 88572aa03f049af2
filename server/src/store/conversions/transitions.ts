import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import type { ConversionStatus, Worth } from "../../domain/conversion.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { idOf, uuidOf, type ConversionId, type RefundId } from "../../domain/ids.ts";

/** Who changed a conversion, and why. */
export interface TransitionNote {
  readonly actor: string;
  readonly reason: string | null;
  readonly at: Date;
}
export interface Transition extends TransitionNote {
  readonly seq: number;
  readonly action: "track" | "approve" | "reject" | "unreject" | "adjust";
  readonly status: ConversionStatus;
  /** The refund that caused it. */
  readonly refundId: RefundId | null;
  /** What it was worth when it was tracked, and what a refund or an edit left of it; null for other transitions. */
  readonly adjusted: Worth | null;
}

/** The caller has already checked that the conversion is in its account. */
export async function listTransitions(db: Queryable, id: ConversionId): Promise<Transition[]> {
  const rows = await db.query<TransitionRow>(sql`
    select t.seq, t.action, t.status, t.actor, t.reason, t.at, t.refund_id, t.amount_minor, t.commission_minor, c.currency,
      c.commission_currency
    from conversion_transitions t join conversions c on c.id = t.conversion_id
    where t.conversion_id = ${uuidOf(id)} order by t.seq`);
  return rows.map(transitionOf);
}

interface TransitionRow extends Omit<Transition, "refundId" | "adjusted"> {
  refund_id: string | null;
  amount_minor: bigint | null;
  commission_minor: bigint | null;
  currency: Currency;
  commission_currency: Currency;
}

function transitionOf(row: TransitionRow): Transition {
  const { seq, action, status, actor, reason, at, amount_minor: amount, commission_minor: commission } = row;
  return {
    seq,
    action,
    status,
    actor,
    reason,
    at,
    refundId: row.refund_id === null ? null : idOf("refund", row.refund_id),
    adjusted:
      amount === null || commission === null || (action !== "track" && action !== "adjust" && row.refund_id === null)
        ? null
        : {
            amount: { minor: amount, currency: row.currency },
            commission: { minor: commission, currency: row.commission_currency },
          },
  };
}
