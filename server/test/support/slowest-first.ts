import { existsSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take more than ten seconds, the slowest first. */
const SLOW = [
  "server/test/demo/demo.test.ts",
  "server/test/moving/commands.test.ts",
  "server/test/tenants/tenants.test.ts",
  "server/test/start/start.test.ts",
  "server/test/members/roles.test.ts",
  "server/test/faults/event-loop.test.ts",
  "server/test/start/faults.test.ts",
  "server/test/operations/nginx.test.ts",
  "sdk/test/outbox/crash.test.ts",
  "server/test/audit/every-change.test.ts",
  "server/test/connectors/permuted-books.test.ts",
  "server/test/connectors/story-books.test.ts",
  "server/test/test-mode/listen.test.ts",
  "server/test/deliverer/ssrf.test.ts",
  "server/test/redirector/kills.test.ts",
  "server/test/connectors/kills.test.ts",
  "server/test/openapi/refusals.test.ts",
  "server/test/refunds/numbers-agree.test.ts",
  "server/test/dashboard/every-route.test.ts",
  "server/test/payouts/sequences.test.ts",
  "server/test/fuzz/fuzz.test.ts",
  "server/test/api/rate-limit.test.ts",
  "server/test/connectors/shop-books.test.ts",
  "sdk/test/packed.test.ts",
  "sdk/test/outbox/processes.test.ts",
  "server/test/cli/cli.test.ts",
  "server/test/moving/export-import.test.ts",
  "server/test/start/embedded.test.ts",
  "server/test/start/database-url.test.ts",
  "server/test/deliverer/processes.test.ts",
  "server/test/payouts/races.test.ts",
  "server/test/payouts/kill.test.ts",
  "server/test/start/kills.test.ts",
  "server/test/failover/hosts.test.ts",
  "server/test/openapi/linter.test.ts",
  "server/test/stories/readme.test.ts",
];

/**
 * Starts with the slow files, so that none of them runs alone at the end. Vitest remembers durations only on machines
 * that have run the tests before, and goes by size otherwise.
 */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const gone = SLOW.filter((path) => !existsSync(`${this.ctx.config.root}/${path}`));
    if (gone.length > 0)
      throw new Error(`No such test file: ${gone.join(", ")}. Correct the list in slowest-first.ts.`);
    const place = new Map(SLOW.map((path, index) => [`${this.ctx.config.root}/${path}`, index]));
    const placeOf = ({ moduleId }: TestSpecification): number => place.get(moduleId) ?? SLOW.length;
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b));
  }
}
