import type { Claim } from "../../domain/claim.ts";
import { uuidOf } from "../../domain/ids.ts";
import type { Session } from "../../domain/person.ts";
import { listClaimsOfPerson } from "../../store/claims.ts";
import type { Position } from "../../store/page.ts";
import { listAffiliationsOfPerson, type MeasuredAffiliation } from "../../store/portal-affiliations.ts";
import { listConversionsOfPerson, type OwnConversion } from "../../store/portal-conversions.ts";
import { listSessions } from "../../store/sessions.ts";
import type { AffiliateContext } from "../context.ts";
import { getProfile, type Profile } from "./profile.ts";

export interface OwnData {
  readonly profile: Profile;
  readonly campaigns: readonly MeasuredAffiliation[];
  readonly claims: readonly Claim[];
  readonly sessions: readonly Session[];
  /** Never more than one batch in memory, however many there are. */
  readonly conversions: AsyncGenerator<OwnConversion[], void>;
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
  return { profile, campaigns, claims, sessions, conversions: conversionBatches(context) };
}

async function* conversionBatches({ db, userId }: AffiliateContext): AsyncGenerator<OwnConversion[], void> {
  let after: Position | undefined;
  for (;;) {
    const rows = await listConversionsOfPerson(db, userId, { filter: {}, slice: { limit: BATCH_ROWS, after } });
    yield rows;
    const last = rows.at(-1)?.conversion;
    if (!last || rows.length < BATCH_ROWS) return;
    after = { at: last.createdAt, uuid: uuidOf(last.id) };
  }
}
