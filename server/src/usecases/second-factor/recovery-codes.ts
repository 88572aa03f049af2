import { RECOVERY_CODES, shownRecoveryCode } from "../../domain/second-factor.ts";
import { digestOf } from "../../domain/secret.ts";
import type { Services } from "../context.ts";

export interface NewRecoveryCodes {
  /** For the person, this once. */
  readonly shown: readonly string[];
  readonly digests: readonly Uint8Array[];
}

export async function newRecoveryCodes({ random }: Pick<Services, "random">): Promise<NewRecoveryCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => random.recoveryCode());
  return { shown: codes.map(shownRecoveryCode), digests: await Promise.all(codes.map(digestOf)) };
}
