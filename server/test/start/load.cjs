// Runs the program beside it. V8 keeps what it compiled: the first process of each command stores it at its end.
"use strict";
const cluster = require("node:cluster");
const { existsSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const { wrap } = require("node:module");
const path = require("node:path");
const { setFlagsFromString } = require("node:v8");
const { Script } = require("node:vm");

const filename = path.join(__dirname, "program.cjs");
const [, , command = ""] = process.argv;
const compiled = path.join(
  __dirname,
  `${command.replaceAll(/\W/g, "")}-${cluster.isWorker ? "worker" : "first"}.compiled`,
);
const isCompiled = existsSync(compiled);

const script = new Script(wrap(readFileSync(filename, "utf8")), {
  filename,
  cachedData: isCompiled ? readFileSync(compiled) : undefined,
});
if (!isCompiled) process.once("exit", store);
const program = { exports: {} };
script.runInThisContext()(program.exports, require, program, filename, __dirname);
program.exports.runCommandLine(process.argv.slice(2)).then((exitCode) => (process.exitCode = exitCode));

/** Several processes may do so at once. */
function store() {
  // V8 accepts it only under the same flags, and the program sets this one (src/system/heap.ts).
  setFlagsFromString("--heap-growing-percent=0");
  const draft = `${compiled}.${process.pid}`;
  writeFileSync(draft, script.createCachedData());
  renameSync(draft, compiled);
}
