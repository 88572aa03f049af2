import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { build } from "../start/processes.ts";
import { startApp } from "../support/app.ts";
import { aTwin } from "../support/twins.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

interface Result {
  readonly title: string;
  readonly status: string;
  readonly failureMessages: string[];
}

test("the tests of docs/examples/express-shop pass against a test account, again and again", async () => {
  build();
  const app = await startApp();
  onTestFinished(() => app.close());
  const { key } = await aTwin(app);
  const env = {
    // oxlint-disable-next-line node/no-process-env -- Vitest looks for programs
    PATH: process.env["PATH"] ?? "",
    TRIBUTARY_URL: await app.http.listen({ port: 0, host: "127.0.0.1" }),
    TRIBUTARY_KEY: key,
  };
  for (const _run of [1, 2]) {
    app.clock.forward({ seconds: 61 });
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const args = [vitest, "run", "--reporter=json", "--root", join(root, "docs/examples/express-shop")];
    const running = promisify(execFile)(process.execPath, args, { env, cwd: root });
    const { stdout } = await running.catch((error: unknown) => error as { stdout: string });
    const { testResults } = JSON.parse(stdout) as { testResults: { message: string; assertionResults: Result[] }[] };
    expect(testResults.map(({ message }) => message)).toEqual([""]);
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(results.filter(({ status }) => status !== "passed")).toEqual([]);
    expect(results).toHaveLength(6);
  }
});
