import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Runs a program of this project or its packages in the project's folder. With `live`, its output is not collected but printed. */
export function run(command, { live = false } = {}) {
  const [program, ...args] = command.split(" ");
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, PATH: [join(root, "node_modules/.bin"), process.env.PATH].join(delimiter) },
    stdio: live ? "inherit" : ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (output += text));
  child.once("error", (error) => (output += `${error.message}\n`));
  return new Promise((resolve) => {
    child.once("close", (code) => resolve({ passed: code === 0, output }));
  });
}
