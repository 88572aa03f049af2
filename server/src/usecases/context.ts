import type { Db } from "../db/database.ts";
import type { Destinations } from "../domain/endpoint.ts";
import type { AccountId, UserId } from "../domain/ids.ts";
import type { Plan } from "../domain/person.ts";
import type { Role } from "../domain/roles.ts";
import type { RateLimiter } from "../domain/rate-limit.ts";
import type { AccessLog } from "../system/access-log.ts";
import type { Clock } from "../system/clock.ts";
import type { OneTimeCodes } from "../system/one-time-codes.ts";
import type { Passwords } from "../system/passwords.ts";
import type { Random } from "../system/random.ts";
import type { KeyedHash, SecretBox } from "../system/secret-box.ts";
import type { StatementSigner } from "../system/statement-signer.ts";
import type { TenantTurns } from "../system/turns.ts";
import type { Visitor } from "../domain/person.ts";

/** What every use-case may need, handed in by the composition root. */
export interface Services {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly passwords: Passwords;
  readonly limiter: RateLimiter;
  /** For the signing secrets of webhook endpoints. */
  readonly secretBox: SecretBox;
  /** For where affiliates want their money. */
  readonly payoutDetailsBox: SecretBox;
  readonly statementSigner: StatementSigner;
  /** Counts the requests of a session in this process. */
  readonly sessionLimiter: RateLimiter;
  /** For what people's devices make their codes from. */
  readonly secondFactorBox: SecretBox;
  readonly oneTimeCodes: OneTimeCodes;
  /** For mails that wait to be sent, and for the links in them that switch them off. */
  readonly mailBox: SecretBox;
  /** Of folded addresses: see usecases/mail/queue-mail.ts. */
  readonly mailAddressHash: KeyedHash;
  /** Hashes the subjects of limits: see usecases/limits/limit-attempts.ts. */
  readonly attemptHash: KeyedHash;
  readonly accessLog: AccessLog;
  /** Of the email addresses in the access log. */
  readonly accessHash: KeyedHash;
  /** Of browsers that have signed in before: see usecases/people/known-browser.ts. */
  readonly knownBrowserHash: KeyedHash;
  /** Of the codes that verify an address. */
  readonly addressCodeHash: KeyedHash;
  readonly destinations: Destinations;
  readonly turns: TenantTurns;
  readonly settings: Settings;
}

export interface Settings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly signup: "first" | "open" | "closed";
  readonly defaultPlan: Plan;
  /** Of one account, over all its API keys. */
  readonly apiRequestsPerMinute: number;
  /** Whether there is a mail server: without one everything works by links. */
  readonly mailIsSent: boolean;
}

/** Somebody who changes something in an account, as its histories and its audit log will show them. */
export interface ActingContext extends Services {
  readonly accountId: AccountId;
  /** The id of a key or of a user, `operator` for the command line, `system` for the service itself. */
  readonly actor: string;
  /** Where the request came from; null where there was none, as for jobs and the command line. */
  readonly origin: Visitor | null;
}

/** The account holder, through an API key or a member's session. A use-case that takes it sees one account only. */
export interface MerchantContext extends ActingContext {
  /** An API key has an owner's rights over the account's data. */
  readonly role: Role;
}

/** A signed-in person who acts for themselves. */
export interface PersonContext extends Services {
  readonly userId: UserId;
}

/** A signed-in person as the partner of one or several accounts. A use-case that takes it sees what is theirs only. */
export interface AffiliateContext extends PersonContext {
  readonly affiliate: true;
}

/** Whoever runs the installation, at its command line. */
export interface OperatorContext extends Services {
  readonly operator: true;
}
