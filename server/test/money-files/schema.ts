import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const NAME = "pain.001.001.09.xsd";
const PACKAGE = "libhbci4j-core-java";
const KEPT = join(tmpdir(), "tributary-xsd");
const TRY_MS = 60_000;

/**
 * ISO's own schema, from a package of Debian that carries it; its licence is not ours to pass on, so it is fetched where it can
 * be. A sentence says why where it cannot.
 */
export function findSchema(): { path: string } | { why: string } {
  if (spawnSync("xmllint", ["--version"]).status !== 0) return { why: "xmllint is not installed (libxml2-utils)" };
  const kept = join(KEPT, NAME);
  if (existsSync(kept)) return { path: kept };
  const jar = ["/usr/share/java/hbci4j-core.jar"].find((path) => existsSync(path)) ?? downloadedJar();
  if (!jar) return { why: `${PACKAGE} cannot be had here` };
  const listed = spawnSync("unzip", ["-Z1", jar], { encoding: "utf8" });
  const entry = (listed.stdout ?? "").split("\n").find((line) => line.endsWith(NAME));
  if (entry === undefined) return { why: `${jar} does not hold ${NAME}` };
  const { stdout, status } = spawnSync("unzip", ["-p", jar, entry], { maxBuffer: 16_000_000 });
  if (status !== 0) return { why: `${entry} cannot be read from ${jar}` };
  mkdirSync(KEPT, { recursive: true });
  writeFileSync(kept, stdout);
  return { path: kept };
}

function downloadedJar(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "tributary-hbci-"));
  const fetched = spawnSync("apt-get", ["download", PACKAGE], { cwd: folder, timeout: TRY_MS });
  if (fetched.status !== 0) return undefined;
  const file = readdirSync(folder).find((name) => name.endsWith(".deb"));
  if (file === undefined || spawnSync("dpkg-deb", ["-x", join(folder, file), folder]).status !== 0) return undefined;
  const jars = join(folder, "usr/share/java");
  const jar = readdirSync(jars).find((name) => /^hbci4j-core-[\d.]+\.jar$/.test(name));
  return jar === undefined ? undefined : join(jars, jar);
}

/** What xmllint says about the file: nothing when it is valid. */
export function problemsBySchema(schema: string, xml: string): string {
  const { status, stderr } = spawnSync("xmllint", ["--noout", "--nonet", "--schema", schema, "-"], {
    input: xml,
    encoding: "utf8",
  });
  return status === 0 ? "" : stderr;
}
