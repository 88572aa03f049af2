import { settings } from "./settings.mjs";

export default {
  ...settings,
  mutate: ["sdk/src/**/*.ts"],
  vitest: { configFile: "mutation/vitest.config.ts", related: false },
  incrementalFile: "reports/mutation/sdk.json",
  jsonReporter: { fileName: "reports/mutation/sdk-report.json" },
};
