import type { IncomingMessage, Server } from "node:http";
import { BlockList, isIP } from "node:net";

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
export function clientAddress(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustIn(trustedProxies);
  return (request) => {
    const direct = bare(request.socket.remoteAddress ?? "");
    const forwarded = request.headers["x-forwarded-for"];
    if (trustedProxies.length === 0 || forwarded === undefined) return direct;
    let client = direct;
    for (const hop of String(forwarded).split(",").reverse()) {
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
export function watchForwarding(server: Server, trustedProxies: readonly string[], warn: (peer: string) => void): void {
  const isTrusted = trustIn(trustedProxies);
  const look = ({ headers, socket }: IncomingMessage): void => {
    if (headers["x-forwarded-for"] === undefined) return;
    const peer = bare(socket.remoteAddress ?? "");
    if (isTrusted(peer)) return;
    server.off("request", look);
    warn(peer);
  };
  server.on("request", look);
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
