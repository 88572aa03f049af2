import { expect, test } from "vitest";
import { cleanOrderId } from "../../src/domain/order-id.ts";

test.each([
  ["order-1", "order-1"],
  ["  order-1\n", "order-1"],
  ["order\t1", "order 1"],
  ["order\r\n1", "order  1"],
  ["order\u00A01", "order 1"],
  ["order\u20281", "order 1"],
  ["or\u200Bder\u00AD-\uFEFF1", "order-1"],
  ["order\u2800-1\u0000\u001B", "order-1"],
  ["\u200B \u3164", ""],
  ["Ünïcode-№-1", "Ünïcode-№-1"],
])("an order ID typed as %j is %j", (typed, clean) => {
  expect(cleanOrderId(typed)).toBe(clean);
});
