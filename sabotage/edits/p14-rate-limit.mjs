/** @type {readonly import("./index.mjs").Edit[]} */
export const rateLimit = [
  {
    name: "rate-limit-per-process",
    promise: "P14",
    breaks: "Each process counts requests separately. With two processes a key gets twice its limit.",
    changes: [
      {
        file: "server/src/app.ts",
        search: "return config.databaseUrl === undefined && (config.processes ?? 1) === 1",
        replace: "return config.port >= 0",
      },
    ],
    tests: ["server/test/start/database-url.test.ts"],
    title: "two processes accept exactly a hundred requests",
  },
  {
    name: "rate-limit-check-then-act",
    promise: "P14",
    breaks: "The limiter reads the count and then writes it back. Concurrent requests are counted as one.",
    changes: [
      {
        file: "server/src/store/people/rate-windows.ts",
        search:
          "  const [row] = await db.query<WindowRow>(sql`\n    insert into rate_windows as w (key, used, ends_at) values (${call.key}, 1, ${endsAt})",
        replace: `  const [seen] = await db.query<WindowRow>(sql\`
    select used, ends_at from rate_windows where key = \${call.key} and ends_at > \${call.now}\`);
  const used = (seen?.used ?? 0) + 1;
  const [row] = await db.query<WindowRow>(sql\`
    insert into rate_windows as w (key, used, ends_at) values (\${call.key}, \${used}, \${endsAt})`,
      },
      {
        file: "server/src/store/people/rate-windows.ts",
        search: "else least(w.used, ${call.rule.limit} + 1) + 1 end,",
        replace: "else least(excluded.used, ${call.rule.limit} + 2) end,",
      },
    ],
    tests: ["server/test/api/rate-limit-shared.test.ts"],
  },
  {
    name: "forwarded-for-trusted",
    promise: "P14",
    breaks:
      "X-Forwarded-For is trusted from anybody. A stranger who forges a new address for each try can guess passwords without a limit.",
    changes: [
      {
        file: "server/src/http/server.ts",
        search: "trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,",
        replace: "trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : true,",
      },
    ],
    tests: ["server/test/people/attempts.test.ts"],
  },
  {
    name: "refused-requests-lengthen-the-window",
    promise: "P14",
    breaks: "Every request moves the end of the window. A client that keeps retrying is rejected forever.",
    changes: [
      {
        file: "server/src/system/memory-rate-limiter.ts",
        search: "    if (held && leftMs > 0 && leftMs <= 2 * windowMs) return held;",
        replace: `    if (held && leftMs > 0 && leftMs <= 2 * windowMs) {
      const moved = { used: held.used, endsAt: new Date(now.getTime() + windowMs) };
      this.#windows.set(key, moved);
      return moved;
    }`,
      },
    ],
    tests: ["server/test/api/rate-limit.test.ts"],
  },
];
