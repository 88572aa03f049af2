// The format of statements, for the service that writes them and for everyone who verifies them.
export {
  affiliateAccounts,
  afterLine,
  minorOf,
  minorText,
  noBalances,
  presentBalances,
  readBalances,
  type AffiliateAccount,
  type Balances,
} from "./statement-balances.ts";
export { canonicalJson } from "./canonical-json.ts";
export { genesisText, sealText, type SealedTransfer } from "./statement-seal.ts";
export { problemsOf, problemsOfContinuation } from "./statement-problems.ts";
