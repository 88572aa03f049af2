import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Runs a command in the project's folder and resolves to whether it passed. Its output is passed to `print` as it comes;
 * without it, the command uses our terminal.
 * @param {string} command
 * @param {(text: string) => void} [print]
 * @returns {Promise<boolean>}
 */
export function run(command, print) {
  const [program = "", ...args] = command.split(" ");
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter) },
    stdio: print ? ["ignore", "pipe", "pipe"] : "inherit",
  });
  const say = print ?? ((/** @type {string} */ text) => void process.stderr.write(text));
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", say);
  child.once("error", (error) => say(`${error.message}\n`));
  // The command ends first, in order. A terminal sends SIGINT to it as well.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  return new Promise((resolve) => {
    child.once("close", (code, signal) => {
      if (signal !== null) say(`${command} was ended by ${signal}.\n`);
      resolve(code === 0);
    });
  });
}

/** Keeps what is printed until it may be shown. */
export class Later {
  #kept = "";
  #isShown = false;

  print = (/** @type {string} */ text) => {
    if (this.#isShown) process.stdout.write(text);
    else this.#kept += text;
  };

  show() {
    this.#isShown = true;
    process.stdout.write(this.#kept);
  }
}
