import { describe, expect, it } from "vitest";
import { parsed, textAt } from "../src/dashboard/connectors/json-at.ts";

const event = { data: { order: { id: "1001", total: 49.9 }, lines: [{ price: 12 }], note: null }, "@type": "paid" };

describe("a path in an example event", () => {
  it("finds values by name and by position", () => {
    expect(textAt(event, "data.order.id")).toBe("1001");
    expect(textAt(event, "data.lines[0].price")).toBe("12");
    expect(textAt(event, "@type")).toBe("paid");
    expect(textAt(event, "data.order")).toBe('{"id":"1001","total":49.9}');
  });

  it("takes the first alternative that has a value", () => {
    expect(textAt(event, "data.id | data.note | data.order.total")).toBe("49.9");
  });

  it("finds nothing behind the end, in null and in inherited properties", () => {
    expect(textAt(event, "data.lines[1].price")).toBeUndefined();
    expect(textAt(event, "data.note.text")).toBeUndefined();
    expect(textAt(event, "data.constructor")).toBeUndefined();
    expect(textAt(undefined, "data")).toBeUndefined();
  });

  it("reports text that is not JSON", () => {
    expect(parsed("{")).toBeUndefined();
    expect(parsed('{"a":1}')).toEqual({ a: 1 });
  });
});
