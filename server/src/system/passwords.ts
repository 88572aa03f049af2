import { readFileSync } from "node:fs";
import { hash, verify } from "@node-rs/argon2";

export interface Passwords {
  hash(password: string): Promise<string>;
  verify(passwordHash: string, password: string): Promise<boolean>;
  /** In lower case. */
  readonly isCommon: (password: string) => boolean;
}

/** OWASP's parameters for argon2id: 19 MiB, two passes. */
const OWASP = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const list = readFileSync(new URL("../../assets/common-passwords.txt", import.meta.url), "utf8");
export const commonPasswords: ReadonlySet<string> = new Set(list.replaceAll(/^#.*$/gm, "").trim().split(/\s+/));

/** A hash contains its parameters, so one with other parameters can still be verified. */
export const argon2Passwords = (cost = OWASP): Passwords => ({
  hash: (password) => hash(password, cost),
  verify: (passwordHash, password) => verify(passwordHash, password),
  isCommon: (password) => commonPasswords.has(password),
});
