import { run } from "./command.mjs";

/** The rows run at the same time, because most checks use one core for much of theirs. */
const ROWS = [
  ["tsc -b", "node server/bin/tributary.js schema --check"],
  ["oxfmt --check", "oxlint", "knip"],
];

/** Prints the output of each check in one piece, when it has ended. */
async function passRow(commands) {
  for (const command of commands) {
    const { passed, output } = await run(command);
    process.stdout.write(`> ${command}\n${output}`);
    if (!passed) return false;
  }
  return true;
}

const results = await Promise.all(ROWS.map(passRow));
process.exitCode = results.every(Boolean) ? 0 : 1;
