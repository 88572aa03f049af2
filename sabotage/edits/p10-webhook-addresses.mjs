/** @type {readonly import("./index.mjs").Edit[]} */
export const webhookAddresses = [
  {
    name: "guard-in-the-lookup-only",
    promise: "P10",
    breaks:
      "Addresses are checked in the DNS lookup only, which Node skips for literals. A webhook to https://127.0.0.1 reaches the operator's machine.",
    changes: [
      {
        file: "server/src/deliverer/safe-connect.ts",
        search:
          "    if (isIP(options.hostname) !== 0 && !policy.allows(options.hostname))\n      return callback(new BlockedAddress(`${options.hostname} is not a public address.`), null);\n",
        replace: "",
      },
    ],
    tests: ["server/test/deliverer/ssrf.test.ts"],
    title: "the literal",
  },
  {
    name: "literals-can-be-registered",
    promise: "P10",
    breaks:
      "Registration checks names but not literals. A merchant can register https://169.254.169.254 and notices only when deliveries fail.",
    changes: [
      {
        file: "server/src/deliverer/allowed-addresses.ts",
        search: "    if (!policy.allows(host)) throw new BlockedAddress(`${host} is not a public address.`);\n",
        replace: "",
      },
    ],
    tests: ["server/test/webhooks/endpoints.test.ts"],
  },
  {
    name: "resolved-twice",
    promise: "P10",
    breaks:
      "A name is resolved for the check and again for the connection. A name server that changes its response can send the webhook to an internal address.",
    changes: [
      {
        file: "server/src/deliverer/safe-connect.ts",
        search: "    allowedAddresses(host, { policy, resolve }).then(",
        replace: "    allowedAddresses(host, { policy, resolve }).then(() => resolve(host)).then(",
      },
    ],
    tests: ["server/test/deliverer/ssrf.test.ts"],
    title: "a name server that lies",
  },
  {
    name: "one-public-address-is-enough",
    promise: "P10",
    breaks:
      "A name is accepted if any of its addresses is public. Adding a private address reaches the operator's network.",
    changes: [
      {
        file: "server/src/deliverer/allowed-addresses.ts",
        search: "!addresses.every((address) => policy.allows(address))",
        replace: "!addresses.some((address) => policy.allows(address))",
      },
    ],
    tests: ["server/test/deliverer/ssrf.test.ts"],
    title: "a name server that lies",
  },
  {
    name: "no-check-at-connect-time",
    promise: "P10",
    breaks:
      "Names are checked when an endpoint is registered, but not at each connection. A name that later resolves to an internal address is dialed.",
    changes: [
      {
        file: "server/src/deliverer/safe-connect.ts",
        search: "    allowedAddresses(host, { policy, resolve }).then(",
        replace: "    resolve(host).then(",
      },
      {
        file: "server/src/deliverer/safe-connect.ts",
        search: `import { allowedAddresses } from "./allowed-addresses.ts";\n`,
        replace: "",
      },
    ],
    tests: ["server/test/deliverer/ssrf.test.ts"],
    title: "a name server that lies",
  },
  {
    name: "ipv6-forms-of-ipv4",
    promise: "P10",
    breaks: "IPv6 addresses outside the delegated range count as public. Loopback written as ::7f00:1 is reached.",
    changes: [
      {
        file: "server/src/deliverer/address-policy.ts",
        search: `return address.range() === "unicast" && (address.kind() === "ipv4" || contains(GLOBAL_IPV6, address));`,
        replace: `return address.range() === "unicast";`,
      },
    ],
    tests: ["server/test/deliverer/ssrf.test.ts"],
    title: "cannot be registered or set on an existing endpoint",
  },
];
