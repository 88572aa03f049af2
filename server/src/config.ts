import { resolve } from "node:path";
import { z } from "zod";
import {
  hostOf,
  isDomain,
  isMailbox,
  isNetwork,
  isOrigin,
  isOsUser,
  isProxy,
  isSeconds,
  isSecret,
  isSmtpUrl,
  secretBytes,
} from "./config-values.ts";
import { parseDatabaseUrl, type Purpose } from "./db/database-url.ts";

// The only file that reads process.env. An empty variable counts as unset.

const ROLES = ["http", "redirector", "worker"] as const;
const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
const LARGEST_WINDOW_DAYS = 365;
const REQUESTS_OF_ONE_KEY = 100;

/** Each rule's message continues a sentence that starts with the variable's name. */
const variables = z.object({
  PORT: wholeNumber(1, 65_535).default(3000).describe("port to listen on"),
  HOST: z.string().default("0.0.0.0").describe("address to listen on; 127.0.0.1 accepts only local connections"),
  BASE_URL: text(isOrigin, "must be an http or https address without a path, like https://partners.example.com")
    .transform((value) => new URL(value).origin)
    .optional()
    .describe("public address of this installation (default http://localhost:PORT)"),
  DATA_DIR: z
    .string()
    .transform((value) => resolve(value))
    .optional()
    .describe("folder for the database and the secret (default ./data next to the program)"),
  DATABASE_URL: databaseUrl()
    .optional()
    .describe("your own PostgreSQL server, 15 or newer (default: an embedded one in DATA_DIR)"),
  DATABASE_LISTEN_URL: databaseUrl()
    .optional()
    .describe("the same database without a connection pooler, for notifications (default: DATABASE_URL)"),
  DATABASE_READ_URL: databaseUrl("reads")
    .optional()
    .describe("a standby of DATABASE_URL, for the overview, CSV files and exports (default: DATABASE_URL)"),
  DATABASE_READ_MAX_LAG_MS: wholeNumber(1, 10_000)
    .default(500)
    .describe("milliseconds that a read waits for the standby to catch up; after that it uses DATABASE_URL"),
  POSTGRES_OS_USER: text(isOsUser, "must be the name of a user on this machine, like tributary")
    .optional()
    .describe(
      "user who runs the embedded database when root starts it (default: tributary if that user exists, or nobody)",
    ),
  SECRET_KEY: text(
    isSecret,
    "must be at least 32 random bytes as hex or base64, like the output of `openssl rand -hex 32`",
  )
    .transform(secretBytes)
    .optional()
    .describe("encrypts secrets in the database (default: created in DATA_DIR; required with DATABASE_URL)"),
  SIGNUP: oneOf(["first", "open", "closed"]).default("first").describe("who can create an account on the sign-up page"),
  DEFAULT_PLAN: oneOf(["free", "pro"]).default("pro").describe("plan of new accounts; free has no API access"),
  API_REQUESTS_PER_MINUTE: wholeNumber(REQUESTS_OF_ONE_KEY, 1_000_000)
    .default(2_500)
    .describe("requests per minute for all API keys of an account together"),
  TRUSTED_PROXIES: list(isProxy, "must list addresses or networks, like 10.0.0.5,172.16.0.0/12, or loopback")
    .default([])
    .describe("proxies whose X-Forwarded-For header is trusted"),
  COOKIE_DOMAIN: text(isDomain, "must be a domain, like example.com")
    .optional()
    .describe("domain of the click cookie (default: the host it is set on)"),
  WEBHOOK_ALLOWED_NETWORKS: list(isNetwork, "must list networks, like 10.1.0.0/16,192.168.7.20/32")
    .default([])
    .describe("private networks that webhooks may reach"),
  WEBHOOK_RETRY_SECONDS: list(isSeconds, "must list whole seconds, like 60,300,1800")
    .transform((items) => items.map(Number))
    .default([60, 300, 1800])
    .describe("delays before each retry of a failed webhook"),
  CLICK_RETENTION_DAYS: wholeNumber(LARGEST_WINDOW_DAYS, 36_500)
    .default(400)
    .describe("days that clicks are kept; at least the longest attribution window"),
  CLICK_JOURNAL_MB: wholeNumber(0, 100_000)
    .default(256)
    .describe("megabytes in DATA_DIR for clicks while the database is unavailable; 0 keeps none"),
  EVENT_RETENTION_DAYS: wholeNumber(1, 36_500).default(30).describe("days that the bodies of webhook events are kept"),
  DELIVERY_RETENTION_DAYS: wholeNumber(1, 36_500)
    .default(90)
    .describe("days that the records of webhook deliveries are kept; never less than EVENT_RETENTION_DAYS"),
  SMTP_URL: text(isSmtpUrl, "must begin with smtp:// or smtps://")
    .optional()
    .describe("mail server (default: no email is sent)"),
  MAIL_FROM: text(isMailbox, "must be an email address, like Partners <partners@example.com>")
    .optional()
    .describe("sender of emails; required with SMTP_URL"),
  METRICS_TOKEN: text((value) => /^\S{16,}$/.test(value), "must have at least 16 characters and no spaces")
    .optional()
    .describe("bearer token for /metrics (default: this machine only)"),
  LOG_LEVEL: oneOf(LOG_LEVELS).default("info").describe("minimum level of log messages"),
  PROCESSES: wholeNumber(1, 64)
    .optional()
    .describe("processes that share the port (default: half of the cores, at most 4; with DATABASE_URL 1)"),
  ROLES: list(
    (item) => (ROLES as readonly string[]).includes(item),
    `must list some of ${ROLES.join(",")}, separated by commas`,
  )
    .transform((items) => ROLES.filter((role) => items.includes(role)))
    .default([...ROLES])
    .describe("what this process does, if several share one database"),
});
type Variables = z.infer<typeof variables>;

/** Their values are never shown, not even in an error message about them. */
const SECRET = new Set<string>([
  "DATABASE_URL",
  "DATABASE_LISTEN_URL",
  "DATABASE_READ_URL",
  "SECRET_KEY",
  "SMTP_URL",
  "METRICS_TOKEN",
]);

export type ProcessRole = (typeof ROLES)[number];
export type Config = Readonly<ReturnType<typeof toConfig>>;
export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };
export type Environment = Readonly<Record<string, string | undefined>>;

export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

/** The configuration, or an error message for every wrong value. */
export function readConfig(env: Environment): ConfigResult {
  const given = Object.fromEntries(
    Object.keys(variables.shape).flatMap((name) => {
      const value = env[name]?.trim();
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );
  const parsed = variables.safeParse(given);
  const wrong = parsed.error?.issues.map((issue) => sentence(String(issue.path[0]), issue.message, given)) ?? [];
  const problems = [...new Set(wrong), ...missingPartners(given)];
  return parsed.success && problems.length === 0
    ? { ok: true, config: toConfig(parsed.data) }
    : { ok: false, problems };
}

/** The configuration of this process. */
export function loadConfig(): Config {
  const result = readConfig(process.env);
  if (!result.ok) throw new ConfigError(result.problems);
  return result.config;
}

/** Where a developer's commands find Tributary, and with which key. */
export function loadDeveloperSettings(): { url: string | undefined; key: string | undefined } {
  const { TRIBUTARY_URL: url, TRIBUTARY_KEY: key } = process.env;
  return { url, key };
}

/** One line per variable, for `--help`. */
export function configHelp(): string {
  const lines = Object.entries(variables.shape).map(([name, schema]) => {
    const fallback = schema instanceof z.ZodDefault ? String(schema.def.defaultValue) : "";
    return `  ${name.padEnd(25)}${schema.description ?? ""}${fallback === "" ? "" : ` (default ${fallback})`}`;
  });
  return ["Environment:", ...lines].join("\n");
}

function toConfig(values: Variables) {
  return {
    port: values.PORT,
    host: values.HOST,
    baseUrl: values.BASE_URL ?? `http://localhost:${values.PORT}`,
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL,
    databaseListenUrl: values.DATABASE_LISTEN_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databaseReadMaxLagMs: values.DATABASE_READ_MAX_LAG_MS,
    postgresOsUser: values.POSTGRES_OS_USER,
    secretKey: values.SECRET_KEY,
    signup: values.SIGNUP,
    defaultPlan: values.DEFAULT_PLAN,
    apiRequestsPerMinute: values.API_REQUESTS_PER_MINUTE,
    trustedProxies: values.TRUSTED_PROXIES,
    cookieDomain: values.COOKIE_DOMAIN,
    webhookAllowedNetworks: values.WEBHOOK_ALLOWED_NETWORKS,
    webhookRetrySeconds: values.WEBHOOK_RETRY_SECONDS,
    clickRetentionDays: values.CLICK_RETENTION_DAYS,
    clickJournalMb: values.CLICK_JOURNAL_MB,
    eventRetentionDays: values.EVENT_RETENTION_DAYS,
    deliveryRetentionDays: Math.max(values.DELIVERY_RETENTION_DAYS, values.EVENT_RETENTION_DAYS),
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    metricsToken: values.METRICS_TOKEN,
    logLevel: values.LOG_LEVEL,
    roles: values.ROLES as readonly ProcessRole[],
    /** Chosen by the machine if not set. */
    processes: values.PROCESSES,
  };
}

function sentence(name: string, rule: string, given: Environment): string {
  return SECRET.has(name) ? `${name} ${rule}.` : `${name} ${rule}, not ${JSON.stringify(given[name])}.`;
}

function missingPartners(given: Environment): string[] {
  const problems: string[] = [];
  if (given["DATABASE_URL"] !== undefined && given["SECRET_KEY"] === undefined)
    problems.push(
      "SECRET_KEY is required with DATABASE_URL and must be the same for every process. Create one with `openssl rand -hex 32`, and keep it.",
    );
  for (const name of ["DATABASE_LISTEN_URL", "DATABASE_READ_URL"])
    if (given[name] !== undefined && given["DATABASE_URL"] === undefined)
      problems.push(`${name} requires DATABASE_URL. Set both, or neither for the embedded database.`);
  if (given["SMTP_URL"] !== undefined && given["MAIL_FROM"] === undefined)
    problems.push("MAIL_FROM is required with SMTP_URL. Set it to the sender's address.");
  const host = hostOf(given["BASE_URL"]);
  const domain = given["COOKIE_DOMAIN"]?.toLowerCase();
  if (host !== undefined && domain !== undefined && host !== domain && !host.endsWith(`.${domain}`))
    problems.push(
      `COOKIE_DOMAIN must be the host of BASE_URL or a parent domain. Browsers reject the cookie on ${host}.`,
    );
  return problems;
}

function text(isRight: (value: string) => boolean, rule: string) {
  return z.string().refine(isRight, { error: rule });
}

function databaseUrl(purpose: Purpose = "everything") {
  return z.string().superRefine((value, context) => {
    try {
      parseDatabaseUrl(value, purpose);
    } catch (error) {
      context.addIssue({ code: "custom", message: error instanceof Error ? error.message : String(error) });
    }
  });
}

function wholeNumber(least: number, most: number) {
  const isRight = (value: string): boolean =>
    /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most;
  return text(isRight, `must be a whole number from ${least} to ${most}`).transform(Number);
}

function oneOf<const Choice extends string>(choices: readonly Choice[]) {
  return z.enum(choices, { error: `must be ${choices.slice(0, -1).join(", ")} or ${choices.at(-1) ?? ""}` });
}

function list(isRight: (item: string) => boolean, rule: string) {
  const split = (value: string): string[] => value.split(",").map((item) => item.trim());
  return text((value) => split(value).every(isRight), rule).transform(split);
}
