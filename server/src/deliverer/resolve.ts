import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>;

/** The name servers did not say whether there is such a name. */
export class NameServersFailed extends Error {
  override readonly name = "NameServersFailed";
  readonly reason: string;

  constructor(host: string, reason: string) {
    super(`${host} could not be resolved (${reason}).`);
    this.reason = reason;
  }
}

/** There is no such name, or it has no address. */
export class NameNotFound extends Error {
  override readonly name = "NameNotFound";

  constructor(host: string) {
    super(notPublic(host));
  }
}

/**
 * The one sentence about a name that cannot be called, whether it does not exist or leads inside: a merchant must not find
 * out the names of the operator's own network.
 */
export const notPublic = (host: string): string => `${host} does not resolve to a public address.`;

const HOSTS_FILE = "/etc/hosts";
const NO_SUCH_NAME = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Asks the name servers itself. The system's own lookup blocks one of a handful of threads for as long as it waits, so
 * that a few names whose servers never answer would hold up every other endpoint.
 */
export function createResolve(servers?: readonly string[], { hostsFile }: { hostsFile?: string } = {}): Resolve {
  return async (host) => {
    const name = host.toLowerCase().replace(/\.$/, "");
    const listed = hostsFile === undefined ? [] : await addressesIn(hostsFile, name);
    if (listed.length > 0) return listed;
    // Names of this machine, which no name server is asked for.
    if (isLocalName(name)) return ["127.0.0.1", "::1"];
    // A new one each time reads the configuration of the moment.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [ipv4, ipv6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
    if (found.length > 0) return found;
    const trouble = [ipv4, ipv6].map(reasonOf).find((reason) => !NO_SUCH_NAME.has(reason));
    throw trouble === undefined ? new NameNotFound(host) : new NameServersFailed(host, trouble);
  };
}

/** Only an operator who has opened networks of their own means the names in the machine's hosts file for customers. */
export const resolveFor = (allowedNetworks: readonly string[]): Resolve =>
  createResolve(undefined, allowedNetworks.length > 0 ? { hostsFile: HOSTS_FILE } : {});

function isLocalName(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost");
}

async function addressesIn(hostsFile: string, name: string): Promise<string[]> {
  const text = await readFile(hostsFile, "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [address, ...names] = (line.split("#")[0] ?? "").trim().split(/\s+/);
    return address !== undefined && names.some((listed) => listed.toLowerCase() === name) ? [address] : [];
  });
}

function reasonOf(answer: PromiseSettledResult<string[]>): string {
  const error: unknown = answer.status === "rejected" ? answer.reason : undefined;
  return error instanceof Error && "code" in error ? String(error.code) : "ENODATA";
}
