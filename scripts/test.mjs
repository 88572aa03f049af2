// Runs the tests and the stories at the same time, because either alone leaves a part of two cores idle. Needs a build.
// The output of the stories comes last.
import { Later, run } from "./command.mjs";

const output = new Later();
// Two workers instead of three: the tests use the time in which they wait.
const stories = run("playwright test --config playwright.stories.config.ts --workers 2", output.print);
const passed = await run("vitest run");
output.show();
process.exitCode = (await stories) && passed ? 0 : 1;
