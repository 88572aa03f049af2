import type { AffiliateId, AffiliationId, PlanId } from "./ids.ts";

/** Which affiliation a customer belongs to. */
export interface Binding {
  readonly affiliationId: AffiliationId;
  readonly affiliateId: AffiliateId;
  /** The version that they were bound under; null: the campaign had no plan. */
  readonly planId: PlanId | null;
  readonly boundAt: Date;
  /** The months of a plan count from here. null: a free order bound them, and none has been paid yet. */
  readonly firstOrderAt: Date | null;
}

/** Equality is all that is ever needed, so case, width and blanks do not count. */
export const normalizedEmail = (email: string): string => email.trim().normalize("NFKC").toLowerCase();

const SHOWN_BYTES = 4;

/** What people see of a customer: `customer 7f3a91c2`. */
export const customerLabel = (key: Buffer): string => `customer ${key.toString("hex", 0, SHOWN_BYTES)}`;
