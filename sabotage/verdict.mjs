/**
 * @typedef {object} Verdict
 * @property {boolean} isCaught
 * @property {string} by the test that caught it, or why nothing did
 * @property {string} detail the error of that test, or other output that helps to find the cause
 */

/**
 * An edit is caught when a named test fails an assertion. A file that does not load, a failing setup or a hanging test
 * shows that something is wrong, but not that the guarantee is tested.
 * @param {Pick<import("./edits/index.mjs").Edit, "error">} edit
 * @param {import("./run-tests.mjs").TestRun} run
 * @returns {Verdict}
 */
export function judge({ error }, { failures, broken, passed, isComplete, output }) {
  const caught = failures.find(({ isAssertion, text }) => isAssertion || error?.test(text));
  if (caught) return { isCaught: true, by: `${caught.file} > ${caught.title}`, detail: caught.text };
  const [failed] = failures;
  if (failed) return missed(`MISSED: ${failed.file} > ${failed.title} fails for another reason`, failed.text);
  const [file] = broken;
  if (file) return missed(`MISSED: ${file.file || "the run"} cannot be loaded or set up`, file.text);
  if (!isComplete) return missed("MISSED: the tests did not finish", output);
  return missed(passed === 0 ? "MISSED: no test was run" : `MISSED: all ${passed} tests pass`, output);
}

/**
 * @param {string} by
 * @param {string} detail
 * @returns {Verdict}
 */
const missed = (by, detail) => ({ isCaught: false, by, detail });
