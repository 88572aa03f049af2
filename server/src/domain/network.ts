const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
const IPV6_GROUPS = 8;
/** Providers assign the first half of an IPv6 address; the customer chooses the rest. */
const CUSTOMER_GROUPS = 4;

/** An IPv4 address on an IPv6 socket is the same address. */
export const unmapped = (address: string): string => address.replace(MAPPED, "");

/**
 * The key for limits by address: an IPv4 address, or the /64 of an IPv6 address, because one customer has all of it.
 * Text that is not an address is used unchanged.
 */
export function networkOf(address: string): string {
  const [bare = ""] = unmapped(address).split("%", 1);
  const url = `http://[${bare}]`;
  if (!bare.includes(":") || !URL.canParse(url)) return bare;
  const groups = groupsOf(new URL(url).hostname.slice(1, -1));
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") return dotted(groups.slice(6));
  return `${groups.slice(0, CUSTOMER_GROUPS).join(":")}::/64`;
}

/** The URL parser has already lowercased and shortened the groups; only `::` needs to be expanded. */
function groupsOf(address: string): string[] {
  const [left = [], right] = address.split("::").map((half) => half.split(":").filter((group) => group !== ""));
  if (!right) return left;
  return [...left, ...Array<string>(IPV6_GROUPS - left.length - right.length).fill("0"), ...right];
}

const dotted = (groups: readonly string[]): string =>
  groups
    .flatMap((group) => {
      const bits = Number.parseInt(group, 16);
      return [bits >> 8, bits & 255];
    })
    .join(".");
