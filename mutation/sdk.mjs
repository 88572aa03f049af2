import { settings } from "./settings.mjs";

export default {
  ...settings,
  // The words are the contract's: the schema of the database and openapi.json are tested against them.
  mutate: ["sdk/src/**/*.ts", "!sdk/src/words.ts"],
  vitest: { configFile: "mutation/vitest.config.ts", related: false },
  incrementalFile: "reports/mutation/sdk.json",
  jsonReporter: { fileName: "reports/mutation/sdk-report.json" },
};
