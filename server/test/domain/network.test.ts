import { describe, expect, it } from "vitest";
import { networkOf, unmapped } from "../../src/domain/network.ts";

describe("the network counted by a limit per address", () => {
  it.each([
    ["203.0.113.5", "203.0.113.5"],
    ["::ffff:203.0.113.5", "203.0.113.5"],
    ["::FFFF:203.0.113.5", "203.0.113.5"],
    ["::ffff:cb00:7105", "203.0.113.5"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::ffff", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:0000:0000:0000:0001", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["", ""],
    ["no:address", "no:address"],
  ])("of %j is %j", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it("is the same for all addresses of an IPv6 customer", () => {
    const addresses = Array.from({ length: 100 }, (_, index) => `2001:db8:7:8:${index.toString(16)}::${index}`);
    expect(new Set(addresses.map(networkOf)).size).toBe(1);
  });
});

it("an IPv4 address over an IPv6 socket is shown as the IPv4 address", () => {
  expect(["::ffff:192.0.2.1", "192.0.2.1", "2001:db8::1"].map(unmapped)).toEqual([
    "192.0.2.1",
    "192.0.2.1",
    "2001:db8::1",
  ]);
});
