import { isIP } from "node:net";
import type { AddressPolicy } from "./address-policy.ts";
import { BlockedAddress } from "./failure.ts";
import { notPublic, type Resolve } from "./resolve.ts";

/** Every address must be allowed: a DNS response that mixes public and private addresses is an attack or a mistake. */
export async function allowedAddresses(
  host: string,
  { policy, resolve }: { policy: AddressPolicy; resolve: Resolve },
): Promise<string[]> {
  if (isIP(host) !== 0) {
    if (!policy.allows(host)) throw new BlockedAddress(`${host} is not a public address.`);
    return [host];
  }
  const addresses = await resolve(host);
  if (addresses.length === 0 || !addresses.every((address) => policy.allows(address)))
    throw new BlockedAddress(notPublic(host));
  return addresses;
}
