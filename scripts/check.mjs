import { availableParallelism } from "node:os";
import { Later, run } from "./command.mjs";

/** The rows run at the same time, because most checks use one core for much of theirs. */
const ROWS = [
  // Several checkers would each resolve most types again.
  ["tsc -b --checkers 1", "node server/bin/tributary.js schema --check"],
  ["oxfmt --check", "oxlint", "knip"],
];

// For the compiler and the linter's type-aware rules: each row gets half of the cores, and collecting garbage at each
// doubling of memory took a quarter of their time.
process.env.GOMAXPROCS ??= String(Math.ceil(availableParallelism() / ROWS.length));
process.env.GOGC ??= "400";

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
