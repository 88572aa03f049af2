const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
const IPV6_GROUPS = 8;
/** The half of an IPv6 address that a provider hands out; the other half is the customer's to choose. */
const CUSTOMER_GROUPS = 4;

/** An IPv4 address that came over an IPv6 socket is still the same address. */
export const unmapped = (address: string): string => address.replace(MAPPED, "");

/**
 * What limits by address count by: an IPv4 address, or the /64 of an IPv6 address, because one customer has all of it. A text
 * that is no address counts as it stands.
 */
export function networkOf(address: string): string {
  const [bare = ""] = unmapped(address).split("%", 1);
  const url = `http://[${bare}]`;
  if (!bare.includes(":") || !URL.canParse(url)) return bare;
  const groups = groupsOf(new URL(url).hostname.slice(1, -1));
  if (groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff") return dotted(groups.slice(6));
  return `${groups.slice(0, CUSTOMER_GROUPS).join(":")}::/64`;
}

/** The URL parser has made them lower case and short; only `::` is left to be written out. */
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
