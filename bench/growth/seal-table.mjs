// Seals over all transfers, one chain for each affiliate and currency.
import { createHash } from "node:crypto";
import { CopyRows, idBytes } from "./copy-rows.mjs";
import { Story } from "./story.mjs";
import { transfersOf } from "./story-tables.mjs";
import { CURRENCIES, KIND, monthOf } from "./year.mjs";

/** @typedef {import("./year.mjs").Year} Year */

/** A row of this many lines is stored without a second table. */
const LINES_OF_A_SEAL = 40;
const ACCOUNTS = ["pending", "payable", "in_payout", "paid", "receivable"];

const sha256 = (/** @type {string | Uint8Array} */ text) => createHash("sha256").update(text).digest();
function uuid(/** @type {Buffer} */ bytes) {
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** @param {Record<string, number>} balances @param {string} kind @param {number} minor */
function move(balances, kind, minor) {
  const balance = balances[kind];
  if (balance !== undefined) balances[kind] = balance + minor;
}

/**
 * @typedef {object} Chain
 * @property {Buffer} head
 * @property {number} number
 * @property {number} lines
 * @property {number} month
 * @property {Record<string, number>} balances
 * @property {Buffer[]} ids
 * @property {Buffer[]} digests
 * @property {number} ms of the last line
 */

/** @param {Year} year @param {import("./figures.mjs").Figures} figures */
export function* sealRows(year, figures) {
  const rows = new CopyRows();
  const story = new Story(year);
  const affiliates = year.people.affiliates.map(uuid);
  const names = new Map([...year.people.affiliates, ...year.people.campaigns].map((bytes) => [bytes, uuid(bytes)]));
  const nameOf = (/** @type {Buffer} */ bytes) => names.get(bytes) ?? uuid(bytes);
  /** @type {Chain[]} */
  const chains = affiliates.flatMap((affiliate) =>
    CURRENCIES.map((currency) => ({
      head: sha256(`tributary:seal:1|${affiliate}|${currency}`),
      number: 0,
      lines: 0,
      month: 0,
      balances: Object.fromEntries(ACCOUNTS.map((account) => [account, 0])),
      ids: [],
      digests: [],
      ms: 0,
    })),
  );
  const seal = (/** @type {Chain} */ chain, /** @type {number} */ at) => {
    for (const digest of chain.digests) chain.head = sha256(Buffer.concat([chain.head, digest]));
    chain.number += 1;
    chain.lines += chain.ids.length;
    const [affiliate, currency] = [Math.floor(at / CURRENCIES.length), at % CURRENCIES.length];
    rows.row(15).bytes(year.people.account).bytes(/** @type {Buffer} */ (year.people.affiliates[affiliate]));
    rows
      .text(CURRENCIES[currency] ?? "")
      .int4(chain.number)
      .date(chain.month)
      .int8(chain.lines)
      .uuids(chain.ids);
    rows.bytes(Buffer.concat(chain.digests)).bytes(chain.head);
    for (const account of ACCOUNTS) rows.int8(chain.balances[account] ?? 0);
    rows.time(chain.ms);
    chain.ids = [];
    chain.digests = [];
  };
  let number = 0;
  for (let what = story.next(); what; what = story.next())
    for (const moved of transfersOf(story, what, figures)) {
      const at = moved.affiliate * CURRENCIES.length + moved.currency;
      const chain = /** @type {Chain} */ (chains[at]);
      const month = monthOf(moved.ms);
      if (chain.ids.length === LINES_OF_A_SEAL || (month > chain.month && chain.ids.length > 0)) seal(chain, at);
      const id = idBytes({ ms: moved.ms, kind: KIND.transfer, number: number++ });
      const conversion = moved.conversion < 0 ? "" : uuid(year.conversionId(moved.conversion));
      const text = `${uuid(id)}|${moved.ms}|${moved.debitKind}|${nameOf(moved.debitOwner)}|${moved.creditKind}|${nameOf(moved.creditOwner)}|${moved.minor}|${CURRENCIES[moved.currency]}|${conversion}|${moved.payout ? uuid(moved.payout) : ""}|${moved.clawBack ? uuid(moved.clawBack) : ""}|${moved.seq}`;
      chain.ids.push(id);
      chain.digests.push(sha256(text));
      chain.month = Math.max(chain.month, month);
      chain.ms = moved.ms;
      move(chain.balances, moved.creditKind, moved.minor);
      move(chain.balances, moved.debitKind, -moved.minor);
      if (rows.isFull) yield rows.take();
    }
  for (const [at, chain] of chains.entries()) {
    if (chain.ids.length > 0) seal(chain, at);
    if (rows.isFull) yield rows.take();
  }
  yield rows.end();
}

export const SEAL_COLUMNS = `account_id, affiliate_id, currency, number, month, lines, transfer_ids, digests, head, pending_minor,
  payable_minor, in_payout_minor, paid_minor, receivable_minor, sealed_at`;
