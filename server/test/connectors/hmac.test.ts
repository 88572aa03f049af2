import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { headerParts, isRecent, isSigned, onlyHeader } from "../../src/connectors/shared/hmac.ts";

const body = Buffer.from('{"id":"evt_1"}');
const sign = (secret: string | Buffer, encoding: "hex" | "base64" = "hex", prefix = ""): string =>
  createHmac("sha256", secret).update(prefix).update(body).digest(encoding);
const hex = (...given: string[]) => ({ given, encoding: "hex" as const });

describe("a signature", () => {
  it("is accepted from any of the secrets, wherever it stands in the header", () => {
    for (const secret of ["old", "new"])
      for (const given of [[sign(secret)], ["0", sign(secret)], [sign(secret), sign("other")]])
        expect(isSigned(body, hex(...given), ["old", "new"])).toBe(true);
  });

  it("is accepted in base64, with a prefix and with a secret of bytes", () => {
    const secret = Buffer.from([0, 255, 1]);
    const given = [sign(secret, "base64", "17.")];
    expect(isSigned(body, { given, encoding: "base64", prefix: "17." }, [secret])).toBe(true);
    expect(isSigned(body, { given, encoding: "base64", prefix: "18." }, [secret])).toBe(false);
  });

  it("is refused if it is missing, wrong, cut short, longer, or of another body or secret", () => {
    const right = sign("secret");
    for (const given of [[], [""], [right.slice(0, -1)], [`${right}0`], [right.slice(0, -1) + "é"], [sign("other")]])
      expect(isSigned(body, hex(...given), ["secret"])).toBe(false);
    expect(isSigned(Buffer.from('{"id":"evt_2"}'), hex(right), ["secret"])).toBe(false);
    expect(isSigned(body, { given: [right], encoding: "base64" }, ["secret"])).toBe(false);
  });

  it("is refused without a secret, with an empty secret, and for an empty body", () => {
    expect(isSigned(body, hex(sign("")), [])).toBe(false);
    expect(isSigned(body, hex(sign("")), [""])).toBe(false);
    const ofNothing = createHmac("sha256", "secret").digest("hex");
    expect(isSigned(Buffer.alloc(0), hex(ofNothing), ["secret"])).toBe(false);
  });
});

describe("a header", () => {
  it("counts only if it came once", () => {
    const headers = { once: "a", listed: ["b"], twice: ["a", "a"], empty: "", none: [] };
    expect(Object.keys(headers).map((name) => onlyHeader({ headers }, name))).toEqual([
      "a",
      "b",
      undefined,
      undefined,
      undefined,
    ]);
    expect(onlyHeader({ headers }, "missing")).toBeUndefined();
  });

  it("has parts by name, in their order", () => {
    expect([...headerParts("t=1, v1=a,v1=b=c,v0=,=d,e", ",")]).toEqual([
      ["t", ["1"]],
      ["v1", ["a", "b=c"]],
      ["v0", [""]],
    ]);
  });
});

describe("a signed time", () => {
  const now = new Date("2026-11-16T12:00:00.999Z");
  const seconds = Math.floor(now.getTime() / 1_000);

  it("is accepted up to five minutes before and after ours", () => {
    for (const offset of [-299, 0, 300]) expect(isRecent(String(seconds + offset), now)).toBe(true);
  });

  it("is refused if it is older, later, missing or not a number", () => {
    for (const text of [String(seconds - 300), String(seconds + 301), undefined, "", "-1", "1e9", `${seconds}.5`, " 1"])
      expect(isRecent(text, now)).toBe(false);
  });
});
