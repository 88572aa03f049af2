import { common } from "./common.mjs";

export default {
  ...common,
  mutate: ["server/src/domain/**/*.ts"],
  vitest: { configFile: "mutation/vitest.config.ts", dir: "server/test/domain", related: false },
  incrementalFile: "reports/mutation/domain.json",
  jsonReporter: { fileName: "reports/mutation/domain-report.json" },
};
