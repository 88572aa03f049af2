// Installs the programs that the tests need in addition to Node.js, or says what to install.
//   node scripts/ensure-programs.mjs                      everything
//   node scripts/ensure-programs.mjs --paths nginx php    these, and prints where they are
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installedChromium } from "./chromium.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const HEADLESS_SHELL = "chromium-headless-shell";
const SCHEMA = "pain.001.001.09.xsd";
const SCHEMA_PACKAGE = "libhbci4j-core-java";
const SCHEMA_PATH = join(ROOT, "node_modules/.cache/tributary", SCHEMA);

/** Programs with their packages in Debian and Homebrew. */
const PROGRAMS = {
  curl: { debian: "curl", brew: "curl" },
  nginx: { debian: "nginx", brew: "nginx" },
  openssl: { debian: "openssl", brew: "openssl" },
  pgbouncer: { debian: "pgbouncer", brew: "pgbouncer" },
  php: { debian: "php-cli", brew: "php" },
  python3: { debian: "python3", brew: "python" },
  strace: { debian: "strace", platform: "linux" },
  unzip: { debian: "unzip", brew: "unzip" },
  xmllint: { debian: "libxml2-utils", brew: "libxml2" },
  [SCHEMA]: { find: () => [SCHEMA_PATH], fetch: fetchSchema, hint: `Save ${SCHEMA} of ISO 20022 as ${SCHEMA_PATH}.` },
  chromium: { find: chromiumPaths, fetch: fetchChromium, hint: "Install Chromium, or set CHROME_PATH to it." },
};

const names = process.argv.slice(2).filter((word) => word !== "--paths");
const wanted = Object.entries(PROGRAMS)
  .filter(([name]) => names.length === 0 || names.includes(name))
  .filter(([, { platform }]) => platform === undefined || platform === process.platform);

if (wanted.some(([name]) => name === "chromium")) preferHeadlessShell();
const missing = await notFound(wanted);
if (missing.length > 0) {
  const packages = missing.flatMap(([, { debian }]) => debian ?? []);
  if (packages.length > 0) install(packages);
  for (const [, { fetch }] of missing) fetch?.();
}
const left = await notFound(missing);
if (left.length > 0) {
  console.error(whatToDo(left));
  process.exit(1);
}
if (process.argv.includes("--paths")) for (const each of wanted) console.log(await pathOf(each));

async function notFound(programs) {
  const paths = await Promise.all(programs.map(pathOf));
  return programs.filter((_, index) => paths[index] === undefined);
}

async function pathOf([name, { find }]) {
  // Debian installs servers in sbin, which is not in an ordinary user's PATH.
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/local/sbin", "/usr/sbin"];
  const places = find ? await find() : folders.map((folder) => join(folder, name));
  return places.find((path) => path && existsSync(path));
}

/** Playwright and the system may both have one. Loading Playwright takes a while, so it comes last. */
async function chromiumPaths() {
  return [installedChromium() ?? (await import("@playwright/test")).chromium.executablePath()];
}

/** Ubuntu's package needs snap, and only root can install Debian's. Otherwise use Playwright's own. */
function fetchChromium() {
  if (!isDebian() || !install([HEADLESS_SHELL])) run(["npx", "playwright", "install", "chromium"]);
}

/** The stories need less CPU time with it. Only root installs it beside another Chromium, which works too if that fails. */
function preferHeadlessShell() {
  const found = installedChromium();
  const isOther = found !== undefined && found !== process.env["CHROME_PATH"] && !found.endsWith(HEADLESS_SHELL);
  if (isOther && isDebian() && process.getuid?.() === 0) install([HEADLESS_SHELL]);
}

function isDebian() {
  return existsSync("/etc/os-release") && /^ID=debian$/m.test(readFileSync("/etc/os-release", "utf8"));
}

/** We may not redistribute ISO's schema. A Debian package contains it, and anyone can download that. */
function fetchSchema() {
  const folder = mkdtempSync(join(tmpdir(), "tributary-schema-"));
  try {
    if (!run(["apt-get", "download", SCHEMA_PACKAGE], folder)) return;
    const file = readdirSync(folder).find((name) => name.endsWith(".deb"));
    run(["dpkg-deb", "-x", join(folder, file), folder]);
    const jar = readdirSync(join(folder, "usr/share/java")).find((name) => /^hbci4j-core-[\d.]+\.jar$/.test(name));
    const { stdout } = spawnSync("unzip", ["-p", join(folder, "usr/share/java", jar), `*${SCHEMA}`]);
    if (stdout.length === 0) return;
    mkdirSync(dirname(SCHEMA_PATH), { recursive: true });
    writeFileSync(SCHEMA_PATH, stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Works if apt-get exists and we are root or can use sudo without a password. Otherwise does nothing and returns false.
 */
function install(packages) {
  const asRoot = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  if (!existsSync("/usr/bin/apt-get") || !run([...asRoot, "true"])) return false;
  console.error(`Installing ${packages.join(" ")} for the tests.`);
  const aptGet = [...asRoot, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq"];
  // Another run may be doing the same: its package lists are fine, and the installation waits for its lock.
  run([...aptGet, "update"]);
  return run([...aptGet, "-o", "DPkg::Lock::Timeout=300", "install", "--yes", "--no-install-recommends", ...packages]);
}

function run([command, ...args], cwd = ROOT) {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: "utf8" });
  if (status !== 0 && command.endsWith("apt-get")) console.error(stderr.trim());
  return status === 0;
}

function whatToDo(programs) {
  const packaged = programs.filter(([, { hint }]) => hint === undefined);
  const [command, key] = process.platform === "darwin" ? ["brew install", "brew"] : ["sudo apt-get install", "debian"];
  const packages = packaged.map(([, each]) => each[key]).join(" ");
  const steps = programs.flatMap(([, { hint }]) => hint ?? []);
  if (packaged.length > 0) steps.unshift(`Run \`${command} ${packages}\`, or install them another way.`);
  return `The tests need ${programs.map(([name]) => name).join(", ")}. ${steps.join(" ")}`;
}
