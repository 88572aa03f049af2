import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.parse>;
type Network = ReturnType<typeof ipaddr.parseCIDR>;

export interface AddressPolicy {
  /** `address` in the form that a socket takes: four decimal parts, or IPv6. Anything else is refused. */
  allows(address: string): boolean;
}

/** Only what is routed on the public internet, and the networks that the operator has named. */
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

// Everything that is delegated for the public internet lies in here. What lies outside (mapped and compatible IPv4, NAT64,
// loopback, link-local, unique local, multicast, unassigned) needs no list.
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

/** Public by its number, and yet the machine's own surroundings: on Azure each machine finds its platform's services here. */
const AZURE_PLATFORM = "168.63.129.16";

function isGlobal(address: Address): boolean {
  if (address.toString() === AZURE_PLATFORM) return false;
  // `unicast` is ipaddr.js's word for what is in none of the special ranges, 6to4 and Teredo among them.
  return address.range() === "unicast" && (address.kind() === "ipv4" || contains(GLOBAL_IPV6, address));
}

function networkOf(text: string): Network {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/** A network of IPv4 holds no IPv6 address, not even one that wraps an IPv4 address of it. */
function contains([base, bits]: Network, address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return base instanceof ipaddr.IPv4 && address.match(base, bits);
  return base instanceof ipaddr.IPv6 && address.match(base, bits);
}
