import type { Claim } from "../../domain/claim.ts";
import { uuidOf } from "../../domain/ids.ts";
import type { Session } from "../../domain/person.ts";
import { listClaimsOfPerson } from "../../store/conversions/claims.ts";
import { listOwnClawBacks, type ListedClawBack } from "../../store/conversions/claw-backs.ts";
import type { Position, Slice } from "../../store/page.ts";
import { listPayouts, type ListedPayout } from "../../store/payouts/payout-list.ts";
import { listAffiliationsOfPerson, type MeasuredAffiliation } from "../../store/campaigns/own-affiliations.ts";
import { listConversionsOfPerson, type OwnConversion } from "../../store/conversions/own-conversions.ts";
import { listSessions } from "../../store/people/sessions.ts";
import type { AffiliateContext } from "../context.ts";
import { getProfile, type Profile } from "./profile.ts";

export interface OwnData {
  readonly profile: Profile;
  readonly campaigns: readonly MeasuredAffiliation[];
  readonly claims: readonly Claim[];
  readonly sessions: readonly Session[];
  /** Never more than one batch in memory, however many there are. */
  readonly conversions: AsyncGenerator<OwnConversion[], void>;
  readonly payouts: AsyncGenerator<ListedPayout[], void>;
  readonly clawBacks: AsyncGenerator<ListedClawBack[], void>;
}

/** Nobody is in more campaigns, and nobody can ask more. */
const ALL = { limit: 10_000, offset: 0 };
const BATCH_ROWS = 500;

/** Everything that is kept about a person, for themselves. */
export async function exportData(context: AffiliateContext): Promise<OwnData> {
  const { db, userId } = context;
  const [profile, campaigns, opened, asked, sessions] = await Promise.all([
    getProfile(context),
    listAffiliationsOfPerson(db, userId, ALL),
    listClaimsOfPerson(db, userId, { ...ALL, state: undefined }),
    listClaimsOfPerson(db, userId, { ...ALL, state: "asked" }),
    listSessions(db, userId),
  ]);
  const claims = [...opened, ...asked].map(({ claim }) => claim);
  const conversions = conversionBatches(context);
  const [payouts, clawBacks] = [payoutBatches(context), clawBackBatches(context)];
  return { profile, campaigns, claims, sessions, conversions, payouts, clawBacks };
}

const conversionBatches = ({ db, userId }: AffiliateContext): AsyncGenerator<OwnConversion[], void> =>
  inBatches(
    (slice) => listConversionsOfPerson(db, userId, { filter: {}, slice }),
    ({ conversion }) => ({ at: conversion.createdAt, uuid: uuidOf(conversion.id) }),
  );

const payoutBatches = ({ db, userId }: AffiliateContext): AsyncGenerator<ListedPayout[], void> =>
  inBatches(
    (slice) => listPayouts(db, { userId }, { filter: {}, slice }),
    ({ payout }) => ({ at: payout.createdAt, uuid: uuidOf(payout.id) }),
  );

const clawBackBatches = ({ db, userId }: AffiliateContext): AsyncGenerator<ListedClawBack[], void> =>
  inBatches(
    (slice) => listOwnClawBacks(db, userId, slice),
    ({ clawBack }) => ({ at: clawBack.createdAt, uuid: uuidOf(clawBack.id) }),
  );

async function* inBatches<Row>(
  read: (slice: Slice) => Promise<Row[]>,
  position: (row: Row) => Position,
): AsyncGenerator<Row[], void> {
  let after: Position | undefined;
  for (;;) {
    const rows = await read({ limit: BATCH_ROWS, after });
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH_ROWS) return;
    after = position(last);
  }
}
