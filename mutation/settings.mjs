import { fileURLToPath } from "node:url";

/** Shared by both parts. `npm run mutation` fails below the last threshold. */
export const settings = {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner", fileURLToPath(new URL("texts.mjs", import.meta.url))],
  coverageAnalysis: "perTest",
  ignoreStatic: true,
  concurrency: 2,
  // Stryker would rewrite tsconfig.json with a compiler API that TypeScript 7 no longer has. Nothing needs rewriting
  // here.
  tsconfigFile: "none",
  ignorePatterns: [
    "**",
    "!tsconfig*.json",
    "!{server,sdk}/tsconfig.json",
    "!{server,sdk}/{src,test,assets}/**",
    "!mutation/**",
  ],
  ignorers: ["texts"],
  reporters: ["clear-text", "progress-append-only", "json"],
  clearTextReporter: { reportTests: false, allowColor: false },
  warnings: { slow: false },
  thresholds: { high: 90, low: 85, break: 85 },
};
