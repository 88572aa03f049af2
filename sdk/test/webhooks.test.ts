import { signWebhook, verifyWebhook } from "tributary-sdk";
import { describe, expect, it } from "vitest";

describe("verifyWebhook", () => {
  const secret = "whsec_c2VjcmV0";
  const body = '{"id":"evt_1","type":"webhook.test","created":1,"data":{}}';
  const now = new Date("2026-03-01T12:00:00Z");

  it("takes the body as text or as bytes", async () => {
    const signature = await signWebhook({ body, secret, now });
    await expect(verifyWebhook({ body, signature, secret, now })).resolves.toMatchObject({ id: "evt_1" });
    const bytes = new TextEncoder().encode(body);
    await expect(verifyWebhook({ body: bytes, signature, secret, now })).resolves.toMatchObject({ id: "evt_1" });
  });

  it("verifies the body as it arrived, and not what it parses to", async () => {
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
  ])("refuses the header %o as %s", async (signature, reason) => {
    await expect(verifyWebhook({ body, signature, secret, now })).rejects.toMatchObject({ reason });
  });

  it("refuses what is more than 300 seconds old, and what comes from the future", async () => {
    const at = (seconds: number): Date => new Date(now.getTime() + 1000 * seconds);
    const signature = await signWebhook({ body, secret, now });
    for (const seconds of [-300, 0, 300])
      await expect(verifyWebhook({ body, signature, secret, now: at(seconds) })).resolves.toBeDefined();
    for (const seconds of [-301, 301, 86_400])
      await expect(verifyWebhook({ body, signature, secret, now: at(seconds) })).rejects.toMatchObject({
        reason: "too_old",
      });
  });
});
