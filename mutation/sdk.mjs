import { settings } from "./settings.mjs";

/** The parts of the outbox that work with files. Their tests start and kill processes. */
const needDisk = [
  "create-tributary",
  "outbox/{attempt,durable-files,engine,folder,index,leases,unavailable,waiting,watch}",
];

export default {
  ...settings,
  mutate: ["sdk/src/**/*.ts", ...needDisk.map((name) => `!sdk/src/${name}.ts`)],
  vitest: { configFile: "mutation/vitest.config.ts", related: false },
  incrementalFile: "reports/mutation/sdk.json",
  jsonReporter: { fileName: "reports/mutation/sdk-report.json" },
};
