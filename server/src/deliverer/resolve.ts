import { Resolver } from "node:dns/promises";
import { readFile } from "node:fs/promises";

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>;

/** The name servers did not say whether the name exists. */
export class NameServersFailed extends Error {
  override readonly name = "NameServersFailed";
  readonly reason: string;

  constructor(host: string, reason: string) {
    super(`${host} could not be resolved (${reason}).`);
    this.reason = reason;
  }
}

/** The name does not exist or has no address. */
export class NameNotFound extends Error {
  override readonly name = "NameNotFound";

  constructor(host: string) {
    super(notPublic(host));
  }
}

/**
 * The same message for a name that does not exist and one that resolves to a private address, so that a merchant cannot
 * discover names in the operator's network.
 */
export const notPublic = (host: string): string => `${host} does not resolve to a public address.`;

const HOSTS_FILE = "/etc/hosts";
const NO_SUCH_NAME = new Set(["ENOTFOUND", "ENODATA", "EBADNAME"]);
/** Of the first try; the second one waits longer. */
const TIMEOUT_MS = 2_000;
const TRIES = 2;

/**
 * Queries the name servers directly. The system's lookup blocks one of a few threads while it waits, so a few
 * unresponsive name servers would hold up every other endpoint.
 */
export function createResolve(
  servers?: readonly string[],
  { hostsFile, timeoutMs = TIMEOUT_MS }: { hostsFile?: string; timeoutMs?: number } = {},
): Resolve {
  return async (host) => {
    const name = host.toLowerCase().replace(/\.$/, "");
    const listed = hostsFile === undefined ? [] : await addressesIn(hostsFile, name);
    if (listed.length > 0) return listed;
    // Local names, which are not sent to name servers.
    if (isLocalName(name)) return ["127.0.0.1", "::1"];
    // A new resolver reads the current configuration.
    const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const found = [ipv4, ipv6].flatMap((result) => (result.status === "fulfilled" ? result.value : []));
    if (found.length > 0) return found;
    const trouble = [ipv4, ipv6].map(reasonOf).find((reason) => !NO_SUCH_NAME.has(reason));
    throw trouble === undefined ? new NameNotFound(host) : new NameServersFailed(host, trouble);
  };
}

/** The machine's hosts file counts only if the operator has allowed private networks. */
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

function reasonOf(result: PromiseSettledResult<string[]>): string {
  const error: unknown = result.status === "rejected" ? result.reason : undefined;
  return error instanceof Error && "code" in error ? String(error.code) : "ENODATA";
}
