// What the clients know: what they sent, what was acknowledged, and every unexpected response.

/**
 * @typedef {object} Order
 * @property {string} externalId
 * @property {number} amountMinor
 * @property {number} sent how often
 * @property {boolean} isAcknowledged
 * @property {string | undefined} id of its conversion, where a response said it
 */
/** @typedef {{ sent: number, acknowledged: number }} Count */
/** @typedef {{ status: number, code: string, path: string, sentMs: number, answeredMs: number }} Refused */

/** Errors that a change can get because another one came first. */
const TOO_LATE = new Set([
  "conversion_already_rejected",
  "conversion_not_rejected",
  "conversion_not_pending",
  "conversion_in_payout",
  "outside_maturation_period",
  "nothing_to_pay",
  "batch_under_way",
  "payout_already_paid",
  "payout_lines_taken",
  "payout_lines_rejected",
  "payout_already_ended",
  "payout_not_cancellable",
]);

export class Record {
  /** @type {Map<string, Order>} */
  orders = new Map();
  /**
   * The click IDs that visitors were redirected with.
   * @type {string[]}
   */
  clicks = [];
  /** By subject and action. @type {Map<string, Count>} */
  changes = new Map();
  /** @type {string[]} */
  batches = [];
  /** 5xx. @type {Refused[]} */
  failures = [];
  /** @type {string[]} */
  unexpected = [];
  figures = { responses: 0, unanswered: 0, hung: 0, untracked: 0 };

  /** @param {string} subject @param {string} action */
  count(subject, action) {
    const key = `${subject} ${action}`;
    const count = this.changes.get(key) ?? { sent: 0, acknowledged: 0 };
    this.changes.set(key, count);
    return count;
  }

  /**
   * The response if it needs a check; undefined if there was none or it says to retry later.
   * @param {string} path
   * @param {import("./client.mjs").Answer} answer
   */
  take(path, answer) {
    if (answer === "none") this.figures.unanswered += 1;
    else if (answer === "hung") this.figures.hung += 1;
    else {
      this.figures.responses += 1;
      if (answer.status < 500) return answer;
      const { status, body, sentMs, answeredMs } = answer;
      this.failures.push({ status, code: String(body.code), path, sentMs, answeredMs });
    }
    return undefined;
  }

  /**
   * The response if the change was made.
   * @param {string} path
   * @param {import("./client.mjs").Answer} answer
   */
  made(path, answer) {
    const response = this.take(path, answer);
    if (response?.status === 200) return response;
    if (response && !(response.status === 400 && TOO_LATE.has(response.body.code))) this.notExpected(path, response);
    return undefined;
  }

  /** @param {string} path @param {import("./client.mjs").Response} response */
  notExpected(path, { status, body }) {
    this.unexpected.push(`${path}: ${status} ${JSON.stringify(body)}`);
  }
}
