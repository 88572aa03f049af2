import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { generic } from "../../src/connectors/generic/generic.ts";
import type { InboundRequest } from "../../src/connectors/shared/provider.ts";
import { GENERIC_SECRET, genericRequest, order } from "./generic-events.ts";
import { RECEIVED_AT } from "./shop-request.ts";

const request = genericRequest(order());
const text = request.body.toString();
type Headers = InboundRequest["headers"];
const pick = (...names: readonly string[]): Headers =>
  Object.fromEntries(names.map((name) => [name, request.headers[name]]));
const standard = pick("webhook-id", "webhook-timestamp", "webhook-signature");
const timed = pick("x-service-signature");
const accepts = (more: Partial<InboundRequest>, secrets = [GENERIC_SECRET], now = RECEIVED_AT): boolean =>
  generic.verify({ ...request, ...more }, secrets, now);
const later = (seconds: number): Date => new Date(RECEIVED_AT.getTime() + seconds * 1_000);

/** The headers of the Standard Webhooks library. */
function signedByLibrary(secret: string | Uint8Array): Headers {
  const signature = new Webhook(secret, typeof secret === "string" ? {} : { format: "raw" }).sign(
    "msg_1",
    RECEIVED_AT,
    text,
  );
  return { ...standard, "webhook-signature": signature };
}

describe("a signature of Standard Webhooks", () => {
  // The library compares with the machine's clock.
  beforeEach(() => void vi.useFakeTimers({ now: RECEIVED_AT }));
  afterEach(() => void vi.useRealTimers());

  it("is accepted by us and by the library", () => {
    expect(() => new Webhook(GENERIC_SECRET).verify(text, standard as Record<string, string>)).not.toThrow();
    expect(accepts({ headers: standard })).toBe(true);
    expect(accepts({ headers: signedByLibrary(GENERIC_SECRET) })).toBe(true);
  });

  it("is accepted with a secret in Base64 without a prefix, and with a plain one", () => {
    const plain = "q7Rk2VbX9LmZ4TnC8YpW3HsD6GfJ1KaE";
    expect(accepts({ headers: signedByLibrary(plain) }, [plain])).toBe(true);
    expect(accepts({ headers: signedByLibrary(Buffer.from(plain)) }, [plain])).toBe(true);
    const words = "not base64 at all!";
    expect(accepts({ headers: signedByLibrary(Buffer.from(words)) }, [words])).toBe(true);
  });

  it("is accepted among others, with either secret", () => {
    const several = `v1a,AAAA v1,AAAA ${String(standard["webhook-signature"])}`;
    expect(accepts({ headers: { ...standard, "webhook-signature": several } }, ["whsec_AAAA", GENERIC_SECRET])).toBe(
      true,
    );
  });

  it("is refused with another ID or time, and without one of its headers", () => {
    for (const name of Object.keys(standard))
      for (const value of [undefined, "", "1", [String(standard[name]), String(standard[name])]])
        expect(accepts({ headers: { ...standard, [name]: value } })).toBe(false);
  });
});

describe("a signature with a time", () => {
  it("is accepted in our own header and in `Signature`", () => {
    expect(accepts({ headers: timed })).toBe(true);
    expect(accepts({ headers: { signature: timed["x-service-signature"] } })).toBe(true);
    expect(accepts({})).toBe(true);
  });

  it("is refused without a time, with two times, without a signature, or twice", () => {
    const given = String(timed["x-service-signature"]);
    const headers = ["", given.replace(/t=\d+,/, ""), `t=1,${given}`, given.replace("v1=", "v0="), [given, given]];
    for (const value of headers) expect(accepts({ headers: { "x-service-signature": value } })).toBe(false);
  });
});

describe.each([
  ["Standard Webhooks", standard],
  ["our own scheme", timed],
])("a request signed with %s", (_name, headers) => {
  it("is refused with a changed or empty body, a wrong secret or none", () => {
    expect(accepts({ headers, body: Buffer.from(text.replace("49.99", "49.98")) })).toBe(false);
    expect(accepts({ ...genericRequest(""), headers: genericRequest("").headers })).toBe(false);
    expect(accepts({ headers }, ["whsec_AAAAAAAA"])).toBe(false);
    expect(accepts({ headers }, [])).toBe(false);
    expect(accepts({ headers }, ["whsec_"])).toBe(false);
  });

  it("is refused more than five minutes before or after its time", () => {
    const accepted = [-301, -300, 300, 301].map((seconds) => accepts({ headers }, [GENERIC_SECRET], later(seconds)));
    expect(accepted).toEqual([false, true, true, false]);
  });
});

it("a request without a signature is refused", () => {
  expect(accepts({ headers: {} })).toBe(false);
});

describe("an event", () => {
  it("is the same if its ID and body are", () => {
    const keyOf = (...args: Parameters<typeof genericRequest>) => generic.recognize(genericRequest(...args)).dedupKey;
    expect(keyOf(order(), { at: later(60) })).toBe(keyOf(order()));
    expect(keyOf(order(), { id: "msg_2" })).not.toBe(keyOf(order()));
    expect(keyOf(order({ amount: 50 }))).not.toBe(keyOf(order()));
  });

  it("has the topic that its body names", () => {
    expect(generic.recognize(genericRequest({ type: "order.paid" })).topic).toBe("order.paid");
    expect(generic.recognize(genericRequest(order())).topic).toBe("");
  });
});
