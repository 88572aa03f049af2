import type { Destinations } from "../domain/endpoint.ts";
import { createAddressPolicy } from "./address-policy.ts";
import { allowedAddresses } from "./allowed-addresses.ts";
import { BlockedAddress } from "./failure.ts";
import { NameNotFound, resolveFor, type Resolve } from "./resolve.ts";

const PATIENCE_MS = 2_000;

/** Rejects at registration what would be rejected at each connection. */
export function createDestinations(
  allowedNetworks: readonly string[],
  resolve: Resolve = resolveFor(allowedNetworks),
): Destinations {
  const policy = createAddressPolicy(allowedNetworks);
  return {
    async refusalOf(url) {
      const host = url.hostname.replace(/^\[|\]$/g, "");
      const patience = new Promise<void>((done) => setTimeout(done, PATIENCE_MS).unref());
      try {
        await Promise.race([allowedAddresses(host, { policy, resolve }), patience]);
        return undefined;
      } catch (error) {
        // Unresponsive name servers are no reason to reject: each connection asks them again.
        return error instanceof BlockedAddress || error instanceof NameNotFound ? error.message : undefined;
      }
    },
  };
}
