import { describe, expect, test } from "vitest";
import { configHelp, readConfig, type Config } from "../src/config.ts";

function valid(env: Record<string, string>): Config {
  const result = readConfig(env);
  if (!result.ok) throw new Error(result.problems.join("\n"));
  return result.config;
}
function problems(env: Record<string, string>): readonly string[] {
  const result = readConfig(env);
  return result.ok ? [] : result.problems;
}
const SECRET_KEY = "0f".repeat(32);

describe("an empty environment", () => {
  test("is a complete configuration", () => {
    expect(valid({})).toEqual({
      apiRequestsPerMinute: 2_500,
      port: 3000,
      host: "0.0.0.0",
      baseUrl: "http://localhost:3000",
      dataDir: undefined,
      databaseUrl: undefined,
      databaseListenUrl: undefined,
      databaseReadUrl: undefined,
      databaseReadMaxLagMs: 500,
      postgresOsUser: undefined,
      secretKey: undefined,
      signup: "first",
      defaultPlan: "pro",
      trustedProxies: [],
      cookieDomain: undefined,
      webhookAllowedNetworks: [],
      webhookRetrySeconds: [60, 300, 1800],
      clickJournalMb: 256,
      clickRetentionDays: 400,
      eventRetentionDays: 30,
      deliveryRetentionDays: 90,
      smtpUrl: undefined,
      mailFrom: undefined,
      metricsToken: undefined,
      logLevel: "info",
      roles: ["http", "redirector", "worker"],
      processes: undefined,
    });
  });

  test("equals one with empty variables", () => {
    expect(valid({ PORT: "", DATABASE_URL: " ", SIGNUP: "", ROLES: "" })).toEqual(valid({}));
  });
});

describe("a valid value", () => {
  test.each([
    [{ PORT: "8080" }, { port: 8080, baseUrl: "http://localhost:8080" }],
    [{ BASE_URL: "https://Partners.example.com/" }, { baseUrl: "https://partners.example.com" }],
    [{ DATA_DIR: "/srv/data/" }, { dataDir: "/srv/data" }],
    [{ POSTGRES_OS_USER: "tributary" }, { postgresOsUser: "tributary" }],
    [{ SECRET_KEY }, { secretKey: Buffer.from(SECRET_KEY, "hex") }],
    [{ SECRET_KEY: Buffer.alloc(32, 1).toString("base64") }, { secretKey: Buffer.alloc(32, 1) }],
    [{ SECRET_KEY: Buffer.alloc(32, 255).toString("base64url") }, { secretKey: Buffer.alloc(32, 255) }],
    [
      { TRUSTED_PROXIES: "10.0.0.5, 172.16.0.0/12,::1,loopback" },
      { trustedProxies: ["10.0.0.5", "172.16.0.0/12", "::1", "loopback"] },
    ],
    [{ WEBHOOK_ALLOWED_NETWORKS: "10.1.0.0/16,fd00::/8" }, { webhookAllowedNetworks: ["10.1.0.0/16", "fd00::/8"] }],
    [{ WEBHOOK_RETRY_SECONDS: "1,2,3" }, { webhookRetrySeconds: [1, 2, 3] }],
    [{ EVENT_RETENTION_DAYS: "365" }, { eventRetentionDays: 365, deliveryRetentionDays: 365 }],
    [{ DELIVERY_RETENTION_DAYS: "60" }, { eventRetentionDays: 30, deliveryRetentionDays: 60 }],
    [{ ROLES: "worker,http" }, { roles: ["http", "worker"] }],
    [{ COOKIE_DOMAIN: "example.com" }, { cookieDomain: "example.com" }],
    [
      { SMTP_URL: "smtps://user:pass@mail.example.com", MAIL_FROM: "Partners <p@example.com>" },
      { smtpUrl: "smtps://user:pass@mail.example.com", mailFrom: "Partners <p@example.com>" },
    ],
  ])("%j is accepted", (env: Record<string, string>, expected) => {
    expect(valid(env)).toMatchObject(expected);
  });
});

test.each([
  "postgres://u:p@h1:5432,h2:5433/db?target_session_attrs=read-write",
  "postgres://u@/db?host=/var/run/postgresql",
  "postgresql:///db",
  "postgres://u:p%40ss@[::1]:5432,db.example/db?sslmode=verify-full",
])("accepts an address in libpq's form: %s", (url) => {
  expect(valid({ DATABASE_URL: url, SECRET_KEY }).databaseUrl).toBe(url);
});

test("the address for reads can name standbys, and cannot ask for a writable server", () => {
  const given = (target: string): Record<string, string> => ({
    DATABASE_URL: "postgres://h1,h2/db",
    DATABASE_READ_URL: `postgres://h1,h2/db?target_session_attrs=${target}`,
    SECRET_KEY,
  });
  expect(problems(given("standby"))).toEqual([]);
  expect(problems(given("read-write")).join()).toMatch(/^DATABASE_READ_URL must set .+ to standby or any/);
});

describe("an invalid value", () => {
  test.each([
    ["PORT", ["0", "65536", "3000.5", "http", "-1", "1e3"]],
    [
      "BASE_URL",
      [
        "example.com",
        "ftp://example.com",
        "https://example.com/path",
        "https://u:p@example.com",
        "https://example.com?x",
      ],
    ],
    [
      "DATABASE_URL",
      [
        "mysql://localhost/x",
        "localhost",
        "postgres://h1,,h2/x",
        "postgres://h1:65536/x",
        "postgres://h1:abc/x",
        "postgres://h 1/x",
        "postgres://[::1/x",
        "postgres://u:%zz@h1/x",
        "postgres://h1,h2,h3/x?port=1,2",
        "postgres://h1/x?target_session_attrs=standby",
      ],
    ],
    ["DATABASE_READ_MAX_LAG_MS", ["0", "10001", "soon"]],
    ["SECRET_KEY", ["secret", "0f".repeat(31), "not base64!".repeat(10)]],
    ["POSTGRES_OS_USER", ["root", "-u", "two words", "0"]],
    ["SIGNUP", ["yes"]],
    ["DEFAULT_PLAN", ["gold"]],
    ["TRUSTED_PROXIES", ["10.0.0", "10.0.0.0/33", "a,b", "10.0.0.1,,"]],
    ["COOKIE_DOMAIN", ["https://example.com", "example", "a b.com"]],
    ["WEBHOOK_ALLOWED_NETWORKS", ["private", "10.0.0.0/8/8"]],
    ["WEBHOOK_RETRY_SECONDS", ["0", "60;300", "-5", "1.5"]],
    ["CLICK_RETENTION_DAYS", ["364", "forever"]],
    ["CLICK_JOURNAL_MB", ["-1", "100001", "much"]],
    ["EVENT_RETENTION_DAYS", ["0"]],
    ["DELIVERY_RETENTION_DAYS", ["0"]],
    ["API_REQUESTS_PER_MINUTE", ["99", "1000001", "many"]],
    ["SMTP_URL", ["mail.example.com", "http://mail.example.com"]],
    ["MAIL_FROM", ["nobody", "a@b@c"]],
    ["METRICS_TOKEN", ["short", "with spaces in the middle"]],
    ["LOG_LEVEL", ["loud"]],
    ["ROLES", ["web", "http,cron"]],
  ])("of %s is reported in a sentence", (name, values) => {
    for (const value of values) {
      const found = problems({ MAIL_FROM: "a@example.com", SECRET_KEY, [name]: value });
      expect(found).toHaveLength(1);
      expect(found[0]).toMatch(new RegExp(`^${name} must .+\\.$`));
    }
  });

  test("does not hide the others", () => {
    expect(problems({ PORT: "x", SIGNUP: "x", ROLES: "x", DATABASE_URL: "x" })).toHaveLength(5);
  });

  test("of DATABASE_URL is reported with its actual cause", () => {
    const said = (url: string): string => problems({ DATABASE_URL: url, SECRET_KEY }).join();
    expect(said("mysql://h/x")).toContain("must begin with postgres://");
    expect(said("postgres://h1:5432,h2:x/db")).toContain("must have a port from 1 to 65535");
    expect(said("postgres://h1,,h2/db")).toContain("must have a host before and after each comma");
    expect(said("postgres://h/x?target_session_attrs=prefer-standby")).toContain("read-write, primary or any");
  });

  test("is shown, unless it is a secret", () => {
    expect(problems({ SIGNUP: "perhaps" })[0]).toContain('"perhaps"');
    for (const name of [
      "DATABASE_URL",
      "DATABASE_LISTEN_URL",
      "DATABASE_READ_URL",
      "SECRET_KEY",
      "SMTP_URL",
      "METRICS_TOKEN",
    ])
      expect(problems({ [name]: "hunter2" }).join()).not.toContain("hunter2");
  });
});

describe("a variable that requires another", () => {
  test("DATABASE_URL requires SECRET_KEY", () => {
    expect(problems({ DATABASE_URL: "postgres://localhost/x" }).join()).toContain("SECRET_KEY is required");
    expect(problems({ DATABASE_URL: "postgres://localhost/x", SECRET_KEY })).toEqual([]);
  });

  test.each(["DATABASE_LISTEN_URL", "DATABASE_READ_URL"])("%s requires DATABASE_URL", (name) => {
    const other = { [name]: "postgres://localhost/x" };
    expect(problems(other).join()).toContain(`${name} requires DATABASE_URL`);
    expect(problems({ ...other, DATABASE_URL: "postgres://localhost:6432/x", SECRET_KEY })).toEqual([]);
  });

  test("SMTP_URL requires MAIL_FROM", () => {
    expect(problems({ SMTP_URL: "smtp://localhost" }).join()).toContain("MAIL_FROM is required");
  });
});

test("--help has a line for each variable", () => {
  expect(configHelp().split("\n")).toHaveLength(28);
});
