// Loaded before a shop's program: ends the process with SIGKILL before one of its file system steps, or fails the step.
// `node --import` runs it first, so the outbox gets these functions instead of the originals.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { DIE_BEFORE, FAIL_FROM, FAIL_ONLY, FAIL_WITH = "ENOSPC" } = process.env;
const dieBefore = Number(DIE_BEFORE ?? Infinity);
let firstFailure = Number(FAIL_FROM ?? Infinity);
let steps = 0;
let changes = 0;

/** Lets steps fail from this one on, counted from now. */
export function failFrom(number) {
  firstFailure = number;
  steps = 0;
}

/**
 * Reading and flushing change nothing: a process that dies before it leaves what one leaves that dies before the next
 * change.
 */
function step(name) {
  steps += 1;
  if (name !== "sync") changes += 1;
  if (name !== "sync" && changes === dieBefore) process.kill(process.pid, "SIGKILL");
  if (steps >= firstFailure && NEEDS_SPACE.has(name))
    throw Object.assign(new Error(`${FAIL_WITH}: no space left on device, ${name}`), { code: FAIL_WITH });
}
const NEEDS_SPACE = new Set(FAIL_ONLY ? [FAIL_ONLY] : ["open", "writeFile", "sync", "link", "mkdir"]);

for (const name of ["chmod", "link", "mkdir", "rename", "unlink"]) {
  const original = fs.promises[name];
  fs.promises[name] = async (...args) => {
    step(name);
    return original(...args);
  };
}
const { open } = fs.promises;
fs.promises.open = async (...args) => {
  if (args[1] !== "r") step("open");
  const handle = await open(...args);
  for (const name of ["writeFile", "sync"]) {
    const original = handle[name].bind(handle);
    handle[name] = async (...more) => {
      step(name);
      return original(...more);
    };
  }
  return handle;
};
syncBuiltinESMExports();
