// The run's own network, processes and shared memory: it can use the documented addresses and ports, needs no root, and
// nothing that it starts can outlive it.
import { spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** On a disk: the databases flush what they commit. */
const TEMPORARY = "/var/tmp";
/** Debian's. */
const FOLDERS = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];
/** As root, PostgreSQL refuses to run. Debian's package creates this user. */
const ORDINARY_USER = "postgres";
const POSTGRES = "/usr/lib/postgresql";

/** Programs with their packages in Debian. */
const PROGRAMS = {
  etcd: "etcd-server",
  haproxy: "haproxy",
  ip: "iproute2",
  nsenter: "util-linux",
  openssl: "openssl",
  patroni: "patroni",
  patronictl: "patroni",
  setpriv: "util-linux",
  unshare: "util-linux",
};
export const PATH = FOLDERS.join(":");

/** The newest installed PostgreSQL. */
export function postgresVersion() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).filter((each) => existsSync(programsOf(each))) : [];
  return versions.toSorted((a, b) => Number(a) - Number(b)).at(-1);
}
const programsOf = (/** @type {string} */ version) => join(POSTGRES, version, "bin/postgres");

/**
 * Runs this program again in namespaces of its own, as an ordinary user, with a folder of its own.
 * @param {readonly string[]} args
 * @returns {number} the exit code
 */
export function enter(args) {
  const missing = missingPackages();
  if (missing.length > 0) {
    console.error(
      `npm run test:cluster needs programs that are not installed. Run \`sudo apt-get install ${missing.join(" ")}\`.`,
    );
    return 2;
  }
  const folder = mkdtempSync(join(TEMPORARY, "tributary-cluster-"));
  const isRoot = process.getuid?.() === 0;
  const asUser = isRoot ? ["setpriv", `--reuid=${ORDINARY_USER}`, `--regid=${ORDINARY_USER}`, "--clear-groups"] : [];
  if (isRoot) chownSync(folder, idOf("-u"), idOf("-g"));
  const namespaces = ["--user", "--map-current-user", "--keep-caps", "--net", "--ipc", "--pid", "--mount-proc"];
  const [command, ...rest] = [...asUser, "unshare", ...namespaces, "--fork", "--kill-child=KILL"];
  const env = { HOME: folder, PATH };
  if (spawnSync(command, [...rest, "true"], { env }).status !== 0) {
    console.error(
      "npm run test:cluster needs user namespaces: `unshare --user --net true` must work. Some containers forbid it; " +
        "on Ubuntu, run `sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0` first.",
    );
    removeFolder(folder);
    return 2;
  }
  // The shell is the first process of the namespace and collects orphans, which Node.js would not.
  const script =
    'trap "kill -TERM \\$!" INT TERM; "$@" & while :; do wait $!; code=$?; kill -0 $! 2>/dev/null || exit $code; done';
  const { status } = spawnSync(
    command,
    [...rest, "sh", "-c", script, "sh", process.execPath, ...args, "--inside", folder],
    {
      env,
      stdio: "inherit",
    },
  );
  if (!args.includes("--keep")) removeFolder(folder);
  return status ?? 1;
}

function missingPackages() {
  const isThere = (/** @type {string} */ name) => FOLDERS.some((folder) => existsSync(join(folder, name)));
  const packages = Object.entries(PROGRAMS).flatMap(([name, debian]) => (isThere(name) ? [] : [debian]));
  return [...new Set([...packages, ...(postgresVersion() === undefined ? ["postgresql"] : [])])];
}

/** @param {"-u" | "-g"} which */
const idOf = (which) => Number(spawnSync("id", [which, ORDINARY_USER], { encoding: "utf8" }).stdout);

/** @param {string} folder */
export const removeFolder = (folder) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
