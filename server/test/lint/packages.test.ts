import { readFileSync } from "node:fs";
import semver from "semver";
import { expect, test } from "vitest";

interface Package {
  readonly version?: string;
  readonly engines?: { readonly node?: string };
  readonly deprecated?: string;
  readonly resolved?: string;
}
const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8"));
const { engines } = read("package.json") as { engines: { node: string } };
const locked = Object.entries((read("package-lock.json") as { packages: Record<string, Package> }).packages);

/** The paths of the packages that match. */
const those = (matches: (each: Package) => boolean): string[] =>
  locked.filter(([, each]) => matches(each)).map(([path, { version }]) => `${path} ${version}`);

test("every package supports the oldest supported Node version", () => {
  const oldest = semver.minVersion(engines.node)?.version ?? "";
  expect(oldest).toBe("20.19.0");
  expect(locked.length).toBeGreaterThan(200);
  expect(those((each) => !semver.satisfies(oldest, each.engines?.node ?? "*"))).toEqual([]);
});

test("no package is deprecated, so that npm ci prints no warning", () => {
  expect(those((each) => each.deprecated !== undefined)).toEqual([]);
});

test("package-lock.json names no registry", () => {
  expect(those((each) => each.resolved?.includes(":") ?? false)).toEqual([]);
});
