/** Addresses that must never be dialed, and their spellings. */

const ipv4Ranges: readonly [first: string, last: string][] = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.31.196.0", "192.31.196.255"],
  ["192.52.193.0", "192.52.193.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["192.175.48.0", "192.175.48.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "239.255.255.255"],
  ["240.0.0.0", "255.255.255.255"],
];

/** The most important ones: this machine, private networks and cloud metadata services. */
const favourites = [
  "127.0.0.1",
  "127.0.0.11",
  "0.0.0.0",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.100.100.200",
  "168.63.129.16",
];

const ipv6Addresses = [
  "::",
  "::1",
  "0:0:0:0:0:0:0:1",
  "0000:0000:0000:0000:0000:0000:0000:0001",
  "::2",
  "::ffff",
  "::ffff:0:0",
  "::ffff:0:127.0.0.1", // RFC 6145
  "64:ff9b::",
  "64:ff9b:1::1",
  "64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
  "100::",
  "100::1",
  "100:0:0:1::1",
  "2001::",
  "2001::1",
  "2001:0:4136:e378:8000:63bf:3fff:fdd2", // Teredo
  "2001:0:7f00:1::1",
  "2001:1::1",
  "2001:2::1",
  "2001:3::1",
  "2001:4:112::1",
  "2001:10::1",
  "2001:1f:ffff::1",
  "2001:20::1",
  "2001:2f::1",
  "2001:30::1",
  "2001:1ff:ffff::1",
  "2001:db8::",
  "2001:db8::1",
  "2001:DB8:FFFF::1",
  "2002::",
  "2002:7f00:1::",
  "2002:a00:1::1",
  "2002:a9fe:a9fe::1",
  "2002:c0a8:101::1",
  "2002:c0a8:101:0:0:0:c0a8:101",
  "2620:4f:8000::1",
  "3fff::1",
  "3fff:fff:ffff::1",
  "4000::1",
  "5f00::1",
  "6000::1",
  "8000::1",
  "c000::1",
  "fc00::",
  "fc00::1",
  "fd00::1",
  "fd00:ec2::254", // a cloud's metadata service
  "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "fe00::1",
  "fe80::",
  "fe80::1",
  "fe80::5efe:7f00:1",
  "febf::1",
  "fec0::1",
  "feff::1",
  "ff00::",
  "ff01::1",
  "ff02::1",
  "ff02::fb",
  "ff05::1:3",
  "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "1::",
  "1:2:3:4:5:6:7:8",
];

const octets = (address: string): number[] => address.split(".").map(Number);
const wholeOf = (address: string): number => octets(address).reduce((sum, octet) => sum * 256 + octet, 0);
const dotted = (whole: number): string => [24, 16, 8, 0].map((shift) => (whole >>> shift) & 255).join(".");
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0");

export const hostileIpv4: readonly string[] = [
  ...new Set(
    ipv4Ranges.flatMap(([first, last]) => {
      const [from, to] = [wholeOf(first), wholeOf(last)];
      return [from, from + 1, Math.floor((from + to) / 2), to].map((whole) => dotted(whole >>> 0));
    }),
  ),
  ...favourites,
];

/** Every IPv6 form of an IPv4 address. */
function wrapped(address: string): string[] {
  const whole = wholeOf(address);
  const [high, low] = [hex(whole >>> 16, 4), hex(whole & 0xffff, 4)];
  return [
    `::ffff:${address}`,
    `::ffff:${high}:${low}`,
    `0:0:0:0:0:ffff:${high}:${low}`,
    `::${address}`,
    `::${high}:${low}`,
    `64:ff9b::${address}`,
    `64:ff9b::${high}:${low}`,
    `2002:${high}:${low}::`,
    `2002:${high}:${low}::1`,
    `::ffff:0:${high}:${low}`,
  ];
}

export const hostileIpv6: readonly string[] = [...ipv6Addresses, ...favourites.flatMap(wrapped)];

const fullWidth = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))).replaceAll(".", "\u{3002}");

/** Hostnames that some parser reads as this address. */
function spellings(address: string): string[] {
  const whole = wholeOf(address);
  const [a = 0, b = 0, c = 0, d = 0] = octets(address);
  return [
    String(whole),
    `0x${hex(whole, 8)}`,
    `0X${hex(whole, 8).toUpperCase()}`,
    `0${whole.toString(8)}`,
    [a, b, c, d].map((part) => `0x${hex(part, 2)}`).join("."),
    [a, b, c, d].map((part) => `0${part.toString(8)}`).join("."),
    [a, b, c, d].map((part) => `000${part.toString(8).padStart(3, "0")}`).join("."),
    `0x${hex(a, 2)}.${b}.0${c.toString(8)}.${d}`,
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `0x${hex(a, 1)}.0x${hex(b * 65_536 + c * 256 + d, 1)}`,
    `${address}.`,
    `${whole}.`,
    fullWidth(address),
    fullWidth(String(whole)),
    `%3${address}`,
    address.replaceAll(".", "%2e"),
    address.replaceAll(".", "\u{FF0E}"),
    `merchant:secret@${address}`,
    `shop.example@${address}`,
  ];
}

/** As complete endpoint URLs, including some that Node's parser rejects. */
export const hostileUrls: readonly string[] = [
  ...hostileIpv4.map((address) => `https://${address}/hook`),
  ...hostileIpv6.map((address) => `https://[${address}]/hook`),
  ...favourites.flatMap((address) => spellings(address).map((host) => `https://${host}/hook`)),
  ...["localhost", "LOCALHOST", "localhost.", "LocalHost.", "a.localhost", "a.b.localhost.", "\u{24DB}ocalhost"].map(
    (host) => `https://${host}/hook`,
  ),
  "https://127.0.0.1:8443/hook",
  "https://127.0.0.1:5432/",
  "https://127.1:22/",
  "https://[::1]:443/",
  "https://[::ffff:7f00:1]:8443/",
  "https:127.0.0.1/hook",
  "https:/127.0.0.1/hook",
  "https:\\\\127.0.0.1\\hook",
  "https://127.0.0.1\\@shop.example/hook",
  "https://127.0.0.1#@shop.example/",
  "https://127.0.0.1?@shop.example/",
  "https://\t127.0.0.1/hook",
  "https://127.0.0\n.1/hook",
  " https://127.0.0.1/hook ",
  "HTTPS://127.0.0.1/hook",
  "https://[fe80::1%25eth0]/hook",
  "https://[::1%lo]/hook",
  "http://127.0.0.1/hook",
  "http://169.254.169.254/latest/meta-data/",
  "ftp://127.0.0.1/hook",
  "file:///etc/passwd",
  "unix:/var/run/docker.sock",
  "gopher://127.0.0.1:6379/_",
  "data:text/plain,hello",
  "javascript:alert(1)",
];
