// The configuration that docs/operations.md shows. Only places in the file system are replaced, so that the run and the
// document cannot differ.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { postgresVersion } from "./sandbox.mjs";

const PAGE = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
const [DOCUMENTED_NAME, DOCUMENTED_ADDRESS, OTHER_ADDRESS] = ["db1", "10.0.0.11", "10.0.0.12"];

/** @typedef {readonly (readonly [string, string])[]} Places documented and real ones */

/**
 * The block whose first line is this comment.
 * @param {string} first
 */
function block(first) {
  const [, text] = new RegExp(`^\`\`\`\\w*\\n${first}\\n(.*?)^\`\`\`$`, "ms").exec(PAGE) ?? [];
  if (text === undefined) throw new Error(`docs/operations.md has no block that begins with "${first}".`);
  return text;
}

/** @param {string} text @param {Places} places */
function replaced(text, places) {
  let result = text;
  for (const [documented, real] of places) {
    if (!result.includes(documented)) throw new Error(`docs/operations.md no longer says ${documented}.`);
    result = result.replaceAll(documented, real);
  }
  return result;
}

/**
 * As the document says: the machines differ in the lines that name only the first one.
 * @param {string} text
 * @param {string} name
 * @param {string} address
 */
function forMachine(text, name, address) {
  const own = (/** @type {string} */ line) =>
    line.includes(OTHER_ADDRESS)
      ? line
      : line.replaceAll(DOCUMENTED_ADDRESS, address).replaceAll(DOCUMENTED_NAME, name);
  return text.split("\n").map(own).join("\n");
}

/** @param {string} name @param {string} address @param {string} folder @returns {Record<string, string>} */
export function etcdSettings(name, address, folder) {
  const text = replaced(block("# /etc/default/etcd"), [["/var/lib/etcd/default", join(folder, "etcd")]]);
  const lines = forMachine(text, name, address)
    .split("\n")
    .filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

/** @param {string} name @param {string} address @param {string} folder */
export function patroniSettings(name, address, folder) {
  const text = replaced(block("# /etc/patroni/config.yml"), [
    ["/var/lib/postgresql/15/tributary", join(folder, "data")],
    ["/var/lib/postgresql/.pgpass_patroni", join(folder, "pgpass")],
    ["/usr/lib/postgresql/15/bin", `/usr/lib/postgresql/${postgresVersion()}/bin`],
    ["/var/run/postgresql", join(folder, "run")],
  ]);
  return forMachine(text, name, address);
}

export const haproxySettings = () => block("# /etc/haproxy/haproxy.cfg");

export const createDatabaseScript = () => block("-- As postgres, on the primary");

/** @param {"proxy" | "hosts"} way */
export function databaseUrl(way) {
  const first = { proxy: "# Behind HAProxy", hosts: "# Without a proxy" }[way];
  const [, url] = new RegExp(`^${first}\\nDATABASE_URL=(\\S+)$`, "m").exec(PAGE) ?? [];
  if (url === undefined) throw new Error(`docs/operations.md has no DATABASE_URL after "${first}".`);
  return url;
}
