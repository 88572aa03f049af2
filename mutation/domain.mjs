import { settings } from "./settings.mjs";

export default {
  ...settings,
  mutate: ["server/src/domain/**/*.ts"],
  vitest: { configFile: "mutation/vitest.config.ts", related: false },
  incrementalFile: "reports/mutation/domain.json",
  jsonReporter: { fileName: "reports/mutation/domain-report.json" },
};
