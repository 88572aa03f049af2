// Helpers that turn measurements into figures.

/** @param {number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** @param {number} value */
export const round = (value) => Math.round(value * 1000) / 1000;

/**
 * The next message of a forked process, which must not end before it.
 * @param {import("node:child_process").ChildProcess} child
 * @returns {Promise<any>}
 */
export const answer = (child) =>
  new Promise((resolve, reject) => {
    const ended = (/** @type {number | null} */ code) =>
      reject(new Error(`A process of the benchmark ended with ${code}.`));
    child.once("exit", ended);
    child.once("message", (message) => {
      child.off("exit", ended);
      resolve(message);
    });
  });
