/** The required session type: libpq's `target_session_attrs`. */
export type SessionTarget = "read-write" | "primary" | "standby" | "any";

/** What an address is for: everything, or reads that a standby can serve. */
export type Purpose = "everything" | "reads";

/** The servers behind one address, in the order in which they are tried. */
export interface DatabaseAddress {
  /** One URL per host, as `pg` reads it. */
  readonly urls: readonly string[];
  readonly target: SessionTarget;
}

interface Host {
  readonly name: string;
  readonly port: string;
}

/** An invalid address. The message continues a sentence that starts with the name of the setting. */
export class InvalidDatabaseUrl extends Error {
  override readonly name = "InvalidDatabaseUrl";
}

const HOST_RULE = "must give each host as a name, an IPv4 address or an IPv6 address in brackets";
const TARGETS: Readonly<Record<Purpose, { readonly allowed: readonly SessionTarget[]; readonly rule: string }>> = {
  everything: {
    allowed: ["read-write", "primary", "any"],
    rule: "must set target_session_attrs to read-write, primary or any, because Tributary cannot run on a read-only server",
  },
  reads: {
    allowed: ["standby", "any"],
    rule: "must set target_session_attrs to standby or any, because it serves only reads",
  },
};

/** libpq's URL form, with several hosts and socket folders. `pg` itself supports only one host. */
export function parseDatabaseUrl(text: string, purpose: Purpose = "everything"): DatabaseAddress {
  const [, authority, path = "", query = ""] =
    /^postgres(?:ql)?:\/\/([^/?#]*)(\/[^?#]*)?(?:\?([^#]*))?$/i.exec(text) ?? [];
  if (authority === undefined) throw new InvalidDatabaseUrl("must begin with postgres:// or postgresql://");
  const at = authority.lastIndexOf("@");
  const userInfo = authority.slice(0, at + 1);
  if (!isDecodable(userInfo) || !isDecodable(path))
    throw new InvalidDatabaseUrl("must percent-encode special characters (%XX) in the user, password and database");
  const parameters = new URLSearchParams(query);
  const hosts = hostsOf(authority.slice(at + 1), parameters);
  const target = targetOf(parameters.get("target_session_attrs"), hosts.length, purpose);
  for (const name of ["host", "port", "target_session_attrs"]) parameters.delete(name);
  return { urls: hosts.map((host) => urlOf(host, { userInfo, path, parameters })), target };
}

/** The same address without its password, for screens and files. */
export function withoutPassword(text: string): string {
  return text
    .replace(/^([a-z]+:\/\/[^:/?#]*):[^/?#]*@/i, "$1@")
    .replace(/([?&])password=[^&#]*&?/gi, "$1")
    .replace(/[?&]$/, "");
}

function hostsOf(list: string, parameters: URLSearchParams): Host[] {
  const inAuthority = list.split(",").map(hostOf);
  const names = parameters.get("host")?.split(",") ?? inAuthority.map(({ name }) => name);
  const ports = parameters.get("port")?.split(",") ?? inAuthority.map(({ port }) => port);
  if (names.length > 1 && names.includes(""))
    throw new InvalidDatabaseUrl("must have a host before and after each comma");
  if (ports.length > 1 && ports.length !== names.length)
    throw new InvalidDatabaseUrl("must have one port for all hosts, or one for each");
  if (ports.some((port) => port !== "" && !isPort(port)))
    throw new InvalidDatabaseUrl("must have a port from 1 to 65535, or none, after each host");
  return names.map((name, index) => ({ name, port: (ports.length > 1 ? ports[index] : ports[0]) ?? "" }));
}

function hostOf(text: string): Host {
  const [, name, port] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/.exec(text) ?? [];
  if (name === undefined || !isDecodable(name)) throw new InvalidDatabaseUrl(HOST_RULE);
  return { name: decodeURIComponent(name), port: port ?? "" };
}

function targetOf(given: string | null, hosts: number, purpose: Purpose): SessionTarget {
  const { allowed, rule } = TARGETS[purpose];
  const [byDefault = "any"] = allowed;
  // A single host is one server or a proxy that chooses. With several, a standby must never be taken for the primary.
  if (given === null) return hosts > 1 ? byDefault : "any";
  const target = allowed.find((each) => each === given);
  if (target === undefined) throw new InvalidDatabaseUrl(rule);
  return target;
}

interface Rest {
  readonly userInfo: string;
  readonly path: string;
  readonly parameters: URLSearchParams;
}

function urlOf({ name, port }: Host, { userInfo, path, parameters }: Rest): string {
  const more = new URLSearchParams(parameters);
  // A folder holds the server's socket and cannot be used as a host name in a URL.
  const isSocket = name.startsWith("/");
  if (isSocket) more.set("host", name);
  const end = `${port === "" ? "" : `:${port}`}${path === "" ? "/" : path}${more.size === 0 ? "" : `?${more.toString()}`}`;
  const withHost = (host: string): string => `postgres://${userInfo}${host}${end}`;
  if (!URL.canParse(withHost(isSocket || name === "" ? "localhost" : name))) throw new InvalidDatabaseUrl(HOST_RULE);
  // Without a host, `pg` would read its environment variables.
  return withHost(isSocket || (name === "" && port !== "") ? "localhost" : name);
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
