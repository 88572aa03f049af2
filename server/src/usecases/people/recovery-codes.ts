import { RECOVERY_CODES, shownRecoveryCode } from "../../domain/second-factor.ts";
import { digestOf } from "../secret-digest.ts";
import type { Services } from "../context.ts";

export interface NewRecoveryCodes {
  /** Shown to the person once. */
  readonly shown: readonly string[];
  readonly digests: readonly Uint8Array[];
}

export function newRecoveryCodes({ random }: Pick<Services, "random">): NewRecoveryCodes {
  const codes = Array.from({ length: RECOVERY_CODES }, () => random.recoveryCode());
  return { shown: codes.map(shownRecoveryCode), digests: codes.map(digestOf) };
}
