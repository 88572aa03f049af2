// A reporter for Vitest. The built-in JSON reporter omits error names, which are needed to tell assertions from other
// errors.
import { writeFileSync } from "node:fs";
import { join, relative } from "node:path";

export const REPORT = "sabotage-report.json";

/**
 * @typedef {object} Failure
 * @property {string} file
 * @property {string} title
 * @property {string} text the error, with its stack
 * @property {boolean} isAssertion
 */
/**
 * @typedef {object} Report
 * @property {Failure[]} failures of named tests
 * @property {Failure[]} broken files and suites that could not be loaded or set up
 * @property {number} passed
 */
/** @typedef {{ name?: string, message: string, stack?: string, cause?: unknown }} TestError */

export default class SabotageReporter {
  root = "";

  /** @param {import("vitest/node").Vitest} vitest */
  onInit(vitest) {
    this.root = vitest.config.root;
  }

  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly TestError[]} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    /** @type {Report} */
    const report = {
      failures: [],
      broken: unhandled.map((error) => failureOf(error, { file: "", title: "" })),
      passed: 0,
    };
    for (const module of modules) {
      const file = relative(this.root, module.moduleId);
      for (const suite of [module, ...module.children.allSuites()])
        report.broken.push(...suite.errors().map((error) => failureOf(error, { file, title: "" })));
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result();
        if (state === "passed") report.passed += 1;
        if (state === "failed")
          report.failures.push(...errors.map((error) => failureOf(error, { file, title: test.fullName })));
      }
    }
    writeFileSync(join(this.root, REPORT), JSON.stringify(report));
  }
}

/**
 * @param {TestError} error
 * @param {{ file: string, title: string }} test
 * @returns {Failure}
 */
function failureOf(error, test) {
  const { name, message, stack = "" } = error;
  const places = stack.split("\n").filter((line) => line.startsWith("    at "));
  return { ...test, text: [`${name}: ${message}`, ...places].join("\n"), isAssertion: isAssertion(error) };
}

/**
 * A property-testing library wraps the failed assertion.
 * @param {unknown} error
 * @returns {boolean}
 */
function isAssertion(error) {
  if (typeof error !== "object" || error === null) return false;
  if ("name" in error && error.name === "AssertionError") return true;
  return "cause" in error && isAssertion(error.cause);
}
