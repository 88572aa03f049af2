import { expect, it } from "vitest";
import { BoundedMap } from "../../src/domain/bounded-map.ts";

it("keeps the newest half of its entries, and never more than its maximum", () => {
  const map = new BoundedMap<number, string>(10);
  const kept = () => Array.from({ length: 1_000 }, (_, key) => key).filter((key) => map.get(key) !== undefined);
  for (let key = 0; key < 1_000; key += 1) {
    map.set(key, `${key}`);
    const keys = kept();
    expect(keys.length).toBeLessThanOrEqual(10);
    expect(keys.slice(-5)).toEqual([key - 4, key - 3, key - 2, key - 1, key].filter((each) => each >= 0));
  }
});

it("returns the value that was set last, and undefined once it is deleted", () => {
  const map = new BoundedMap<string, boolean>(4);
  map.set("a", true);
  map.set("b", true);
  map.set("c", true);
  map.set("a", false);
  expect(map.get("a")).toBe(false);
  map.delete("a");
  expect(map.get("a")).toBeUndefined();
  map.clear();
  expect([map.get("b"), map.get("c")]).toEqual([undefined, undefined]);
});
