import { Record } from "../record.mjs";

/** Also knows when orders were acknowledged. */
export class TimedRecord extends Record {
  /** @type {number[]} */
  acknowledgedMs = [];

  /**
   * @override
   * @param {string} path
   * @param {import("../client.mjs").Answer} answer
   */
  take(path, answer) {
    const response = super.take(path, answer);
    if (path === "/v1/conversions" && response?.status === 200) this.acknowledgedMs.push(response.answeredMs);
    return response;
  }
}
