import { Secret, TOTP } from "otpauth";

/** Codes as in RFC 6238, the way every authenticator app creates them: six digits, thirty seconds, SHA-1. */
export interface OneTimeCodes {
  /** 160 random bits, in the alphabet for typing into an app. */
  newSecret(): string;
  /** The content of the QR code. */
  addressOf(secret: string, names: { issuer: string; person: string }): string;
  /** The code's time step; undefined if it matches none close enough to now. */
  stepOf(secret: string, code: string, now: Date): number | undefined;
}

const SHAPE = { algorithm: "SHA1", digits: 6, period: 30 };
/** Allows for a clock that is half a minute off, or a slow typist. */
const STEPS_OFF = 1;
const SECRET_BYTES = 20;

export const oneTimeCodes: OneTimeCodes = {
  newSecret: () => new Secret({ size: SECRET_BYTES }).base32,
  addressOf: (secret, { issuer, person }) =>
    new TOTP({ ...SHAPE, issuer, label: person, secret: Secret.fromBase32(secret) }).toString(),
  stepOf(secret, code, now) {
    const timestamp = now.getTime();
    const off = TOTP.validate({
      ...SHAPE,
      token: code,
      secret: Secret.fromBase32(secret),
      timestamp,
      window: STEPS_OFF,
    });
    return off === null ? undefined : TOTP.counter({ period: SHAPE.period, timestamp }) + off;
  },
};
