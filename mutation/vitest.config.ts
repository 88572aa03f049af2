import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Only tests without a database, so that a mutant takes a second. */
export default defineConfig({
  root,
  resolve: {
    // The links in node_modules lead out of Stryker's copy, to code without mutants.
    alias: [
      { find: /^tributary-sdk$/, replacement: `${root}sdk/src/index.ts` },
      { find: /^tributary-sdk\/pages$/, replacement: `${root}sdk/src/pages/index.ts` },
      { find: /^tributary-sdk\/(\w+)$/, replacement: `${root}sdk/src/$1.ts` },
    ],
  },
  test: {
    include: [
      "server/test/domain/**/*.test.ts",
      "sdk/test/{every,middleware,plan,plan-explanation,recovery,repetition,requests,statements,transport,webhooks}.test.ts",
      "sdk/test/outbox/{call-file,delivery}.test.ts",
    ],
    testTimeout: 60_000,
    // They take seconds, and the other commission tests find the same mutants.
    exclude: ["server/test/domain/commission-million.test.ts", "server/test/domain/plan/properties.test.ts"],
  },
});
