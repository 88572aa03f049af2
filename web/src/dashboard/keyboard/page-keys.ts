/** The key after G that opens each page. */
export const pageKeys: Readonly<Record<string, string>> = {
  Overview: "O",
  "Review queue": "R",
  Conversions: "C",
  Affiliates: "A",
  Campaigns: "M",
  Payouts: "P",
  Connectors: "N",
  Developers: "D",
  Settings: "S",
};
