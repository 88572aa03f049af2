import { countRecoveryCodes, findSecondFactor } from "../../store/people/second-factors.ts";
import type { PersonContext } from "../context.ts";

export interface SecondFactorState {
  /** Null: a password alone opens everything. */
  readonly since: Date | null;
  readonly recoveryCodesLeft: number;
}

/** Nothing of the secret: it was shown when it was made. */
export async function showSecondFactor({ db, userId }: PersonContext): Promise<SecondFactorState> {
  const since = (await findSecondFactor(db, userId))?.confirmedAt ?? null;
  return { since, recoveryCodesLeft: since === null ? 0 : await countRecoveryCodes(db, userId) };
}
