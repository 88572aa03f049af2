import { loadConfig, type Config } from "../config.ts";
import { connect } from "../db/database.ts";
import { readsOf } from "../db/reads.ts";
import { allowanceOf, type RateLimiter } from "../domain/rate-limit.ts";
import { destinationsOf, migrateInstallation, openInstallation, secretKeyOf } from "../installation.ts";
import { systemClock } from "../system/clock.ts";
import { MemoryRateLimiter } from "../system/memory-rate-limiter.ts";
import { oneTimeCodes } from "../system/one-time-codes.ts";
import { argon2Passwords } from "../system/passwords.ts";
import { random } from "../system/random.ts";
import { secretsUnder } from "../system/secret-box.ts";
import { statementSigner } from "../system/statement-signer.ts";
import { tenantTurns } from "../system/turns.ts";
import type { OperatorContext } from "../usecases/context.ts";

/** Works with or without a running server. Migrates the schema first. */
export async function withOperator<T>(work: (context: OperatorContext) => Promise<T>): Promise<T> {
  const config = loadConfig();
  const installation = await openInstallation(config, { role: "tool" });
  try {
    await migrateInstallation(installation);
    const db = connect(installation.connection, { onIdleError: () => {}, max: 2, applicationName: "tributary-tool" });
    try {
      return await work({ ...services(config), db, reads: readsOf(db), clockLocks: db, operator: true });
    } finally {
      await db.close();
    }
  } finally {
    await installation.close();
  }
}

function services(config: Config): Omit<OperatorContext, "db" | "reads" | "clockLocks" | "operator"> {
  const { baseUrl, signup, defaultPlan, apiRequestsPerMinute } = config;
  const secretKey = secretKeyOf(config);
  return {
    clock: systemClock,
    wallClock: systemClock,
    twin: null,
    random,
    passwords: argon2Passwords(),
    limiter: unlimited,
    statementSigner: statementSigner(secretKey),
    testStatementSigner: statementSigner(secretKey, "test-statements"),
    sessionLimiter: new MemoryRateLimiter(systemClock),
    oneTimeCodes,
    ...secretsUnder(secretKey),
    // Commands are recorded by the shell's history and the audit log.
    accessLog: () => {},
    destinations: destinationsOf(config),
    turns: tenantTurns(),
    stopping: new AbortController().signal,
    settings: { baseUrl, signup, defaultPlan, apiRequestsPerMinute, mailIsSent: config.smtpUrl !== undefined },
  };
}

/** Commands on the machine itself are not rate limited. */
const unlimited: RateLimiter = {
  take: (_key, rule) => Promise.resolve(allowanceOf(rule, 0, systemClock.now())),
  giveBack: () => Promise.resolve(),
};
