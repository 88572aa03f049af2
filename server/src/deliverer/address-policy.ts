import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.parse>;
type Network = ReturnType<typeof ipaddr.parseCIDR>;

export interface AddressPolicy {
  /** `address` in the form a socket takes: dotted decimal IPv4, or IPv6. Anything else is rejected. */
  allows(address: string): boolean;
}

/** Allows publicly routed addresses and the networks that the operator has configured. */
export function createAddressPolicy(allowedNetworks: readonly string[]): AddressPolicy {
  const networks = allowedNetworks.map(networkOf);
  return {
    allows(text) {
      if (isIP(text) === 0) return false;
      const address = ipaddr.parse(text);
      return isGlobal(address) || networks.some((network) => contains(network, address));
    },
  };
}

// All IPv6 addresses delegated for the public internet. Everything outside (mapped and compatible IPv4, NAT64,
// loopback, link-local, unique local, multicast, unassigned) needs no list.
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** A public address that leads to the platform's own services on every Azure machine. */
const AZURE_PLATFORM = "168.63.129.16";

function isGlobal(address: Address): boolean {
  if (address.toString() === AZURE_PLATFORM) return false;
  // `unicast` is ipaddr.js's word for addresses outside all special ranges, including 6to4 and Teredo.
  return address.range() === "unicast" && (address.kind() === "ipv4" || contains(GLOBAL_IPV6, address));
}

function networkOf(text: string): Network {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** An IPv4 network contains no IPv6 addresses, not even those that map its IPv4 addresses. */
function contains([base, bits]: Network, address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, bits);
  return base instanceof ipaddr.IPv6 && address.match(base, bits);
}
