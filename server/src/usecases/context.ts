import type { Db } from "../db/database.ts";
import type { Reads } from "../db/reads.ts";
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

/** The services that use cases depend on, provided by the composition root. */
export interface Services {
  readonly db: Db;
  /** For long reads that change nothing: on a replica, if there is one and it is fresh. */
  readonly reads: Reads;
  /** Holds the clocks of twins while they move, on connections that do nothing else meanwhile. */
  readonly clockLocks: Db;
  /** The time that decides: of the twin in test mode, and the real time otherwise. */
  readonly clock: Clock;
  /** Always the real time: for sessions, limits, leases and signatures. */
  readonly wallClock: Clock;
  /** The twin that this work belongs to; null for live accounts. See usecases/twins/in-twin.ts. */
  readonly twin: AccountId | null;
  readonly random: Random;
  readonly passwords: Passwords;
  readonly limiter: RateLimiter;
  /** Encrypts the signing secrets of webhook endpoints. */
  readonly secretBox: SecretBox;
  /** Encrypts payout details. */
  readonly payoutDetailsBox: SecretBox;
  readonly statementSigner: StatementSigner;
  /** Signs the statements of twins, so that nobody takes one for real. */
  readonly testStatementSigner: StatementSigner;
  /** Counts requests per session, in this process. */
  readonly sessionLimiter: RateLimiter;
  /** Encrypts two-factor secrets. */
  readonly secondFactorBox: SecretBox;
  readonly oneTimeCodes: OneTimeCodes;
  /** Encrypts queued emails and the tokens of unsubscribe links. */
  readonly mailBox: SecretBox;
  /** Encrypts the markers of usecases/campaigns/check-tracking.ts. */
  readonly scriptCheckBox: SecretBox;
  /** Encrypts the keys under which customers are hashed: see usecases/plans/customer-key.ts. */
  readonly customerKeyBox: SecretBox;
  /** Encrypts the secrets of connectors. */
  readonly connectorSecretBox: SecretBox;
  /** Encrypts what shops send. */
  readonly receiptBox: SecretBox;
  /** Hashes folded email addresses: see usecases/mail/queue-mail.ts. */
  readonly mailAddressHash: KeyedHash;
  /** Hashes the subjects of limits: see usecases/limits/limit-attempts.ts. */
  readonly attemptHash: KeyedHash;
  readonly accessLog: AccessLog;
  /** Hashes the email addresses in the access log. */
  readonly accessHash: KeyedHash;
  /** Proves that a browser has signed in before: see usecases/people/known-browser.ts. */
  readonly knownBrowserHash: KeyedHash;
  /** Hashes address verification codes. */
  readonly addressCodeHash: KeyedHash;
  readonly destinations: Destinations;
  readonly turns: TenantTurns;
  /** Aborted when the process shuts down: what could wait for long ends with `busy` instead. */
  readonly stopping: AbortSignal;
  readonly settings: Settings;
}

export interface Settings {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly signup: "first" | "open" | "closed";
  readonly defaultPlan: Plan;
  /** Per account, across all its API keys. */
  readonly apiRequestsPerMinute: number;
  /** Whether a mail server is configured. Without one, people pass on links themselves. */
  readonly mailIsSent: boolean;
}

/** Someone who changes an account, as its histories and its audit log show them. */
export interface ActingContext extends Services {
  readonly accountId: AccountId;
  /** A key or user ID, `operator` for the CLI, or `system` for the service itself. */
  readonly actor: string;
  /** Where the request came from; null for jobs and the CLI. */
  readonly origin: Visitor | null;
}

/** The account holder, through an API key or a member's session. A use case that takes it sees one account only. */
export interface MerchantContext extends ActingContext {
  /** An API key has an owner's rights over the account's data. */
  readonly role: Role;
}

/** A signed-in person acting for themselves. */
export interface PersonContext extends Services {
  readonly userId: UserId;
}

/** A signed-in person as an affiliate of one or more accounts. A use case that takes it sees only their own data. */
export interface AffiliateContext extends PersonContext {
  readonly affiliate: true;
}

/** The operator of the installation, at its command line. */
export interface OperatorContext extends Services {
  readonly operator: true;
}
