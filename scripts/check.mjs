import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The rows run at the same time, because most checks use one core for much of theirs. */
const ROWS = [
  ["tsc -b", "node server/bin/tributary.js schema --check"],
  ["oxfmt --check", "oxlint", "knip"],
];

/** Prints the output of a check in one piece, when it has ended. */
function passes(command) {
  const [program, ...args] = command.split(" ");
  const path = [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, PATH: path },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const output of [child.stdout, child.stderr]) output.setEncoding("utf8").on("data", (text) => (printed += text));
  child.once("error", (error) => (printed += `${error.message}\n`));
  return new Promise((resolve) => {
    child.once("close", (code) => {
      process.stdout.write(`> ${command}\n${printed}`);
      resolve(code === 0);
    });
  });
}

async function passRow(commands) {
  for (const command of commands) if (!(await passes(command))) return false;
  return true;
}

const results = await Promise.all(ROWS.map(passRow));
process.exitCode = results.every(Boolean) ? 0 : 1;
