import { createHmac } from "node:crypto";
import { runInNewContext } from "node:vm";
import { signWebhook, verifyWebhook, WebhookVerificationError } from "tributary-sdk";
import { describe, expect, it } from "vitest";

describe("verifyWebhook", () => {
  const secret = "whsec_c2VjcmV0";
  const body = '{"id":"evt_1","type":"webhook.test","created":1,"data":{}}';
  const now = new Date("2026-03-01T12:00:00Z");

  it("accepts the body as text or as bytes", async () => {
    const signature = await signWebhook({ body, secret, now });
    await expect(verifyWebhook({ body, signature, secret, now })).resolves.toMatchObject({ id: "evt_1" });
    const bytes = new TextEncoder().encode(body);
    await expect(verifyWebhook({ body: bytes, signature, secret, now })).resolves.toMatchObject({ id: "evt_1" });
    // As in Jest, where Uint8Array is not the class of the runtime's buffers.
    const foreign = runInNewContext("Uint8Array.from(bytes)", { bytes }) as Uint8Array;
    await expect(verifyWebhook({ body: foreign, signature, secret, now })).resolves.toMatchObject({ id: "evt_1" });
  });

  it("verifies the body as it arrived, not its parsed form", async () => {
    const spaced = body.replaceAll(",", ", ");
    const signature = await signWebhook({ body: spaced, secret, now });
    await expect(verifyWebhook({ body: spaced, signature, secret, now })).resolves.toMatchObject({ id: "evt_1" });
    await expect(verifyWebhook({ body, signature, secret, now })).rejects.toMatchObject({ reason: "mismatch" });
  });

  it.each([
    ["", "malformed"],
    [undefined, "malformed"],
    [null, "malformed"],
    ["t=1", "malformed"],
    ["v1=00", "malformed"],
    [`t=x,v1=${"0".repeat(64)}`, "malformed"],
    [`t=1,t=2,v1=${"0".repeat(64)}`, "malformed"],
    [`t=1772366400,v1=${"0".repeat(64)}`, "mismatch"],
    ["t=1772366400,v1=", "mismatch"],
    ["t=1772366400,v1=zz", "mismatch"],
    [`t=1772366400,v0=${"0".repeat(64)},v1=00`, "mismatch"],
  ])("rejects the header %o as %s", async (signature, reason) => {
    await expect(verifyWebhook({ body, signature, secret, now })).rejects.toMatchObject({ reason });
  });

  it("rejects signatures more than 300 seconds old, and those from the future", async () => {
    const at = (seconds: number): Date => new Date(now.getTime() + 1000 * seconds);
    const signature = await signWebhook({ body, secret, now });
    for (const seconds of [-300, 0, 300])
      await expect(verifyWebhook({ body, signature, secret, now: at(seconds) })).resolves.toBeDefined();
    for (const seconds of [-301, 301, 86_400])
      await expect(verifyWebhook({ body, signature, secret, now: at(seconds) })).rejects.toMatchObject({
        reason: "too_old",
      });
  });

  it("accepts one right signature among several, with spaces around the parts", async () => {
    const [, right = ""] = (await signWebhook({ body, secret, now })).split(",v1=");
    const time = "t=1772366400";
    const wrong = "0".repeat(64);
    for (const signature of [
      `${time},v1=${wrong},v1=${right}`,
      `v1=${right},v1=${wrong},${time}`,
      ` v1=${right} , ${time} `,
    ])
      await expect(verifyWebhook({ body, signature, secret, now })).resolves.toMatchObject({ id: "evt_1" });
    const last = right.endsWith("0") ? "1" : "0";
    const first = right.startsWith("0") ? "1" : "0";
    for (const given of [
      right.toUpperCase(),
      `${right}0`,
      `0${right}`,
      right.slice(0, -1) + last,
      first + right.slice(1),
    ])
      await expect(verifyWebhook({ body, signature: `${time},v1=${given}`, secret, now })).rejects.toMatchObject({
        reason: "mismatch",
      });
  });

  it.each([
    ["a time of 13 digits", (signature: string) => signature.replace("t=", "t=000")],
    ["a time after other text", (signature: string) => signature.replace("t=", "t=x")],
    ["a time before other text", (signature: string) => signature.replace(",", "x,")],
    ["parts with longer names", (signature: string) => signature.replace("t=", "at=")],
  ])("rejects a genuine signature with %s", async (_name, change) => {
    const signature = change(await signWebhook({ body, secret, now }));
    const failure: unknown = await verifyWebhook({ body, signature, secret, now }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(WebhookVerificationError);
    expect(failure).toMatchObject({ name: "WebhookVerificationError", reason: "malformed" });
  });

  it("defaults to the current time and 300 seconds", async () => {
    const signature = await signWebhook({ body, secret });
    await expect(verifyWebhook({ body, signature, secret })).resolves.toMatchObject({ id: "evt_1" });
    const old = await signWebhook({ body, secret, now });
    await expect(verifyWebhook({ body, signature: old, secret })).rejects.toThrow("the last 300 seconds");
    const at = (seconds: number) => ({ body, signature: old, secret, now: new Date(now.getTime() + 1000 * seconds) });
    await expect(verifyWebhook({ ...at(10), toleranceSeconds: 10 })).resolves.toBeDefined();
    await expect(verifyWebhook({ ...at(11), toleranceSeconds: 10 })).rejects.toThrow("the last 10 seconds");
  });

  it("checks the signature before the time: a forged one reveals nothing about the clock", async () => {
    const signature = `t=1,v1=${"0".repeat(64)}`;
    await expect(verifyWebhook({ body, signature, secret, now })).rejects.toMatchObject({ reason: "mismatch" });
  });

  it("needs exactly the same secret and bytes", async () => {
    const signature = await signWebhook({ body, secret, now });
    expect(signature).toMatch(/^t=1772366400,v1=[0-9a-f]{64}$/);
    for (const change of [{ secret: "c2VjcmV0" }, { body: `${body} ` }, { body: body.slice(1) }])
      await expect(verifyWebhook({ body, signature, secret, now, ...change })).rejects.toMatchObject({
        reason: "mismatch",
      });
    const bytes = new TextEncoder().encode(body);
    expect(await signWebhook({ body: bytes, secret, now })).toBe(signature);
    const digest = createHmac("sha256", secret).update(`1772366400.${body}`).digest("hex");
    expect(signature).toBe(`t=1772366400,v1=${digest}`);
    const moved = { body, signature: signature.replace("t=1772366400", "t=1772366401"), secret, now };
    await expect(verifyWebhook(moved)).rejects.toMatchObject({ reason: "mismatch" });
  });

  it.each([{ id: "evt_1" }, {}, null, undefined, new ArrayBuffer(1)])("refuses %o as a body", async (parsed) => {
    const wrong = { body: parsed as string, secret, now };
    const signature = await signWebhook({ body, secret, now });
    const message = "body must be the raw body, as text or bytes: read it before any JSON parser does.";
    await expect(verifyWebhook({ ...wrong, signature })).rejects.toThrow(new TypeError(message));
    await expect(signWebhook(wrong)).rejects.toThrow(new TypeError(message));
  });

  it.each(["", undefined, null])("refuses the secret %o", async (unset) => {
    const wrong = { body, secret: unset as string, now };
    const signature = await signWebhook({ body, secret, now });
    const message = "secret must be the endpoint's secret: whsec_…";
    await expect(verifyWebhook({ ...wrong, signature })).rejects.toThrow(new TypeError(message));
    await expect(signWebhook(wrong)).rejects.toThrow(new TypeError(message));
  });
});
