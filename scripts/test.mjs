// Runs the tests and the stories in a browser, after a build. Both at the same time: each alone leaves a part of two
// cores idle. The output of the stories follows that of the tests.
import { run } from "./command.mjs";

const [tests, stories] = await Promise.all([
  run("vitest run", { live: true }),
  run("playwright test --config playwright.stories.config.ts"),
]);
process.stdout.write(tests.output + stories.output);
process.exitCode = tests.passed && stories.passed ? 0 : 1;
