import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>;

export class NameNotFound extends Error {
  override readonly name = "NameNotFound";
  readonly reason: string;

  constructor(host: string, reason: string) {
    super(`${host} was not found (${reason}).`);
    this.reason = reason;
  }
}

const HOSTS_FILE = "/etc/hosts";
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks the name servers itself. The system's own lookup blocks one of a handful of threads for as long as it waits, so
 * that a few names whose servers never answer would hold up every other endpoint.
 */
export function createResolve(servers?: readonly string[]): Resolve {
  return async (host) => {
    const name = host.toLowerCase().replace(/\.$/, "");
    const listed = await addressesInHostsFile(name);
    if (listed.length > 0) return listed;
    // Names of this machine, which no name server is asked for.
    if (isLocalName(name)) return ["127.0.0.1", "::1"];
    // A new one each time reads the configuration of the moment.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [ipv4, ipv6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length > 0) return found;
    throw new NameNotFound(host, reasonOf(ipv4.status === "rejected" ? ipv4.reason : undefined));
  };
}

function isLocalName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost");
}

async function addressesInHostsFile(name: string): Promise<string[]> {
  const text = await readFile(HOSTS_FILE, "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [address, ...names] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    return address !== undefined && names.some((listed) => listed.toLowerCase() === name) ? [address] : [];
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "ENOTFOUND";
}
