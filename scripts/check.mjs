import { Later, run } from "./command.mjs";

/** The rows run at the same time, because most checks use one core for much of theirs. */
const ROWS = [
  ["tsc -b", "node server/bin/tributary.js schema --check"],
  ["oxfmt --check", "oxlint", "knip"],
];

/** Shows the output of each check in one piece, when it has ended. */
async function passRow(commands) {
  for (const command of commands) {
    const output = new Later();
    output.print(`> ${command}\n`);
    const passed = await run(command, output.print);
    output.show();
    if (!passed) return false;
  }
  return true;
}

const results = await Promise.all(ROWS.map(passRow));
process.exitCode = results.every(Boolean) ? 0 : 1;
