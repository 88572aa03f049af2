/** The requests of test mode. */

/** Whole numbers. Years and months are those of the calendar, in UTC. */
export interface TestDuration {
  years?: number;
  months?: number;
  weeks?: number;
  days?: number;
  hours?: number;
  minutes?: number;
  seconds?: number;
}

export interface NewTestAffiliate {
  campaign_id: string;
  email?: string | null | undefined;
  name?: string | null | undefined;
}

export interface NewTestClick {
  affiliate_code: string;
  sub?: string | null | undefined;
}

export interface NewTestPayouts {
  /** Default: everybody with something ready to pay. */
  affiliate_id?: string | null | undefined;
  currency?: string | null | undefined;
}

export interface NewTestAccount {
  name?: string | null | undefined;
}
