import { countRecoveryCodes, findSecondFactor } from "../../store/people/second-factors.ts";
import type { PersonContext } from "../context.ts";

export interface SecondFactorState {
  /** null: only a password is required. */
  readonly since: Date | null;
  readonly recoveryCodesLeft: number;
}

/** Never includes the secret, which is shown only at setup. */
export async function showSecondFactor({ db, userId }: PersonContext): Promise<SecondFactorState> {
  const since = (await findSecondFactor(db, userId))?.confirmedAt ?? null;
  return { since, recoveryCodesLeft: since === null ? 0 : await countRecoveryCodes(db, userId) };
}
