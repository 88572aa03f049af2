import type { Reporter, TestModule } from "vitest/node";

/** Lists at the end which tests did not run, so that none is skipped silently. Their titles say why. */
export default class SkippedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) => [...module.children.allTests("skipped")]);
    if (skipped.length === 0) return;
    console.log(`Left out here (${skipped.length}):`);
    for (const title of new Set(skipped.map(({ fullName }) => fullName))) console.log(`  ${title}`);
  }
}
