import { BlockList, isIP } from "node:net";
import type { LinkRequest } from "./exchange.ts";

/** The network names that TRUSTED_PROXIES accepts. */
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ["127.0.0.1/8", "::1/128"],
  linklocal: ["169.254.0.0/16", "fe80::/10"],
  uniquelocal: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

/**
 * The origin of a request: the socket's address, unless that is a trusted proxy. Then the last address that the proxy
 * added, and so on from the right, because the visitor may have written the addresses further left.
 */
export function clientAddress(trustedProxies: readonly string[]): (request: LinkRequest) => string {
  const isTrusted = trustIn(trustedProxies);
  return (request) => {
    const direct = bare(request.socket.remoteAddress ?? "");
    if (trustedProxies.length === 0) return direct;
    let client = direct;
    for (const hop of forwardedFor(request).join(",").split(",").reverse()) {
      const address = bare(hop.trim());
      if (!isTrusted(client) || isIP(address) === 0) break;
      client = address;
    }
    return client;
  };
}

/**
 * Warns once when an untrusted peer sends forwarding headers. It is usually a proxy missing from TRUSTED_PROXIES, so
 * all visitors share its address and its rate limits.
 */
export function watchForwarding(
  trustedProxies: readonly string[],
  warn: (peer: string) => void,
): (request: LinkRequest) => void {
  const isTrusted = trustIn(trustedProxies);
  let hasWarned = false;
  return (request) => {
    if (hasWarned || forwardedFor(request).length === 0) return;
    const peer = bare(request.socket.remoteAddress ?? "");
    if (isTrusted(peer)) return;
    hasWarned = true;
    warn(peer);
  };
}

const FORWARDED_FOR = "x-forwarded-for";

/** From the raw list: `headers` of node:http would first turn all headers into an object. */
function forwardedFor({ rawHeaders }: LinkRequest): string[] {
  const found: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? "";
    if (name.length === FORWARDED_FOR.length && name.toLowerCase() === FORWARDED_FOR)
      found.push(rawHeaders[at + 1] ?? "");
  }
  return found;
}

function trustIn(trustedProxies: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const network of trustedProxies.flatMap((item) => NETWORKS[item] ?? [item])) {
    const [address = "", length] = network.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    trusted.addSubnet(address, Number(length ?? (family === "ipv6" ? 128 : 32)), family);
  }
  return (address) => trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

/** An IPv4 address over an IPv6 socket is still the same address. */
function bare(address: string): string {
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}
