import { Secret, TOTP } from "otpauth";

/** Codes of RFC 6238 as every authenticator app makes them: six digits, thirty seconds, SHA-1. */
export interface OneTimeCodes {
  /** 160 random bits, in the alphabet that apps take by hand. */
  newSecret(): string;
  /** What a QR code carries into an app. */
  addressOf(secret: string, names: { issuer: string; person: string }): string;
  /** The time step that the code belongs to; undefined when it belongs to none that is close enough to now. */
  stepOf(secret: string, code: string, now: Date): number | undefined;
}

const SHAPE = { algorithm: "SHA1", digits: 6, period: 30 };
/** A device whose clock is half a minute off, and a person who types slowly. */
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
