import { isIP, type LookupFunction, type Socket } from "node:net";
import { buildConnector } from "undici";
import type { AddressPolicy } from "./address-policy.ts";
import { allowedAddresses } from "./allowed-addresses.ts";
import { BlockedAddress, DeadlinePassed } from "./failure.ts";
import type { Resolve } from "./resolve.ts";

export interface SafeConnectOptions {
  readonly policy: AddressPolicy;
  readonly resolve: Resolve;
  readonly deadlineMs: number;
  /** Certificate authorities that replace Node's, including those of NODE_EXTRA_CA_CERTS. */
  readonly ca?: readonly string[] | undefined;
}

/**
 * Connects to allowed addresses only. An IP literal is checked here, since Node does no lookup for it. The addresses of
 * a name are checked inside the lookup that the socket uses, so no second lookup can return something else.
 */
export function createSafeConnect({ policy, resolve, deadlineMs, ca }: SafeConnectOptions): buildConnector.connector {
  const lookup: LookupFunction = (host, options, respond) => {
    allowedAddresses(host, { policy, resolve }).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (options.all) respond(null, found);
        else respond(null, first?.address ?? "", first?.family ?? 0);
      },
      (error: NodeJS.ErrnoException) => respond(error, ""),
    );
  };
  const connect = buildConnector({
    lookup,
    autoSelectFamily: true,
    minVersion: "TLSv1.2",
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot change it.
    rejectUnauthorized: true,
    timeout: 0,
    ...(ca ? { ca: [...ca] } : {}),
  });
  return (options, callback) => {
    if (options.protocol !== "https:")
      return callback(new BlockedAddress("Webhooks are sent to https addresses only."), null);
    if (isIP(options.hostname) !== 0 && !policy.allows(options.hostname))
      return callback(new BlockedAddress(`${options.hostname} is not a public address.`), null);
    // The types hide that it returns the socket, which must not stay half open after the deadline.
    const socket = connect(options, (...result) => {
      clearTimeout(timer);
      callback(...result);
    }) as unknown as Socket;
    const timer = setTimeout(() => socket.destroy(new DeadlinePassed("The connection timed out.")), deadlineMs);
    timer.unref();
  };
}
