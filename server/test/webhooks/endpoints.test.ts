import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorTexts } from "../../src/domain/errors.ts";
import { eventTypes } from "../../src/domain/events.ts";
import { idOf, uuidOf, type EndpointId } from "../../src/domain/ids.ts";
import type { MerchantContext } from "../../src/usecases/context.ts";
import { changeEndpoint } from "../../src/usecases/webhooks/change-endpoint.ts";
import { createEndpoint } from "../../src/usecases/webhooks/create-endpoint.ts";
import { deleteEndpoint } from "../../src/usecases/webhooks/delete-endpoint.ts";
import { listEndpoints } from "../../src/usecases/webhooks/list-endpoints.ts";
import { rotateSecret } from "../../src/usecases/webhooks/rotate-secret.ts";
import { sendTestEvent } from "../../src/usecases/webhooks/send-test-event.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { outcome, together } from "../support/parallel.ts";
import { aMerchant, type Merchant } from "../support/world.ts";

let app: TestApp;
let merchant: Merchant;
let stranger: Merchant;
beforeAll(async () => {
  app = await startApp({ WEBHOOK_ALLOWED_NETWORKS: "127.0.0.10/32" });
  merchant = await aMerchant(app);
  stranger = await aMerchant(app);
});
afterAll(() => app.close());

const url = "https://127.0.0.10/hooks";
const as = (role: MerchantContext["role"]): MerchantContext => ({ ...merchant.context, role });
const unknownId = (): EndpointId => idOf("endpoint", app.services.random.uuid(app.clock.now()));

describe("creating an endpoint", () => {
  it("shows a secret of 32 random bytes, and never again", async () => {
    const { endpoint, secret } = await createEndpoint(merchant.context, { url, events: ["conversion.created"] });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const shown = JSON.stringify(await listEndpoints(merchant.context));
    expect(shown).toContain(endpoint.id);
    expect(shown).not.toContain(secret.slice(6));
  });

  it("encrypts the secret: neither the database nor another row's key reveals it", async () => {
    const { endpoint, secret } = await createEndpoint(merchant.context, { url, events: ["conversion.created"] });
    const [row] = await app.db.query<{ sealed: Buffer; all: string }>(sql`
      select secret_encrypted as sealed, e::text as all from webhook_endpoints e where id = ${uuidOf(endpoint.id)}`);
    if (!row) throw new Error("The endpoint does not exist.");
    expect(row.all).not.toContain(secret.slice(6));
    expect(row.sealed.includes(Buffer.from(secret.slice(6), "base64"))).toBe(false);
    expect(app.services.secretBox.open(row.sealed, endpoint.id)).toBe(secret);
    expect(() => app.services.secretBox.open(row.sealed, unknownId())).toThrow("cannot be decrypted");
    const changed = Buffer.from(row.sealed);
    changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
    expect(() => app.services.secretBox.open(changed, endpoint.id)).toThrow("cannot be decrypted");
  });

  it("keeps each chosen event once, in the order of the list", async () => {
    const events = ["payout.created", "conversion.created", "payout.created"];
    const { endpoint } = await createEndpoint(merchant.context, { url, events });
    expect(endpoint.events).toEqual(["conversion.created", "payout.created"]);
  });

  it.each([[[]], [["conversion.deleted"]], [["webhook.test"]], [["conversion.created", ""]]])(
    "rejects the events %j",
    async (events) => {
      await expect(createEndpoint(merchant.context, { url, events })).rejects.toMatchObject({
        code: "invalid_request",
      });
    },
  );

  it.each([
    ["http://127.0.0.10/hooks", "https"],
    ["ftp://127.0.0.10/hooks", "https"],
    ["https://user@127.0.0.10/", "user name"],
    ["https://user:word@127.0.0.10/", "user name"],
    ["not an address", "https"],
    ["", "https"],
    [`https://127.0.0.10/${"x".repeat(2_048)}`, "2048"],
    ["https://127.0.0.10/\u{D800}", "https"],
  ])("rejects the address %j and says why", async (wrong, why) => {
    const creating = createEndpoint(merchant.context, { url: wrong, events: eventTypes });
    await expect(creating).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining(why) as string,
    });
  });

  it("rejects an internal address, and says that it is not public", async () => {
    const creating = createEndpoint(merchant.context, { url: "https://192.168.0.1/", events: eventTypes });
    await expect(creating).rejects.toMatchObject({
      code: "destination_refused",
      message: expect.stringContaining("not a public address") as string,
    });
  });
});

describe("changing an endpoint", () => {
  it("sets the given fields and keeps the rest", async () => {
    const { endpoint } = await createEndpoint(merchant.context, { url, events: eventTypes });
    const { id } = endpoint;
    const changed = await changeEndpoint(merchant.context, { id, events: ["affiliate.joined"] });
    expect(changed).toEqual({ ...endpoint, events: ["affiliate.joined"] });
    const moved = await changeEndpoint(merchant.context, { id, url: "https://127.0.0.10/other" });
    expect(moved).toEqual({ ...changed, url: "https://127.0.0.10/other" });
    expect(await listEndpoints(merchant.context)).toContainEqual(moved);
  });

  it("disabling it twice keeps the first time; enabling it clears the time", async () => {
    const { id } = (await createEndpoint(merchant.context, { url, events: eventTypes })).endpoint;
    const off = await changeEndpoint(merchant.context, { id, enabled: false });
    expect(off).toMatchObject({ disabledAt: app.clock.now(), disabledBy: "person" });
    app.clock.forward({ seconds: 5 });
    expect(await changeEndpoint(merchant.context, { id, enabled: false })).toEqual(off);
    expect(await changeEndpoint(merchant.context, { id, enabled: true })).toMatchObject({
      disabledAt: null,
      disabledBy: null,
    });
  });
});

describe("rotating a secret", () => {
  it.each([-1, 24.1, Number.NaN, Number.POSITIVE_INFINITY])("rejects an overlap of %d hours", async (overlapHours) => {
    const { id } = (await createEndpoint(merchant.context, { url, events: eventTypes })).endpoint;
    const rotating = rotateSecret(merchant.context, { id, overlapHours });
    await expect(rotating).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("shows a new secret and until when the old one is also used", async () => {
    const made = await createEndpoint(merchant.context, { url, events: eventTypes });
    const { id } = made.endpoint;
    const rotated = await rotateSecret(merchant.context, { id, overlapHours: 24 });
    expect(rotated.secret).not.toBe(made.secret);
    expect(rotated.endpoint.previousSecretUntil).toEqual(new Date(app.clock.now().getTime() + 86_400_000));
    const again = await rotateSecret(merchant.context, { id, overlapHours: 0 });
    expect(again.endpoint.previousSecretUntil).toBeNull();
  });
});

describe("deleting an endpoint", () => {
  it("removes it from every list and deletes its secrets; a second time is 404", async () => {
    const { id } = (await createEndpoint(merchant.context, { url, events: eventTypes })).endpoint;
    await deleteEndpoint(merchant.context, id);
    expect((await listEndpoints(merchant.context)).some((endpoint) => endpoint.id === id)).toBe(false);
    const [row] = await app.db.query<{ size: number }>(sql`
      select length(secret_encrypted) as size from webhook_endpoints where id = ${uuidOf(id)}`);
    expect(row?.size).toBe(0);
    const gone = { code: "endpoint_not_found" };
    await expect(deleteEndpoint(merchant.context, id)).rejects.toMatchObject(gone);
    expect((await listEndpoints(merchant.context)).map((endpoint) => endpoint.id)).not.toContain(id);
    await expect(changeEndpoint(merchant.context, { id, enabled: true })).rejects.toMatchObject(gone);
    await expect(rotateSecret(merchant.context, { id, overlapHours: 0 })).rejects.toMatchObject(gone);
    await expect(sendTestEvent(merchant.context, id)).rejects.toMatchObject(gone);
  });
});

describe("access", () => {
  it("to a secret is for owners only", async () => {
    const { id } = (await createEndpoint(merchant.context, { url, events: eventTypes })).endpoint;
    const refused = { code: "role_required" };
    for (const role of ["manager", "viewer"] as const) {
      await expect(createEndpoint(as(role), { url, events: eventTypes })).rejects.toMatchObject(refused);
      await expect(rotateSecret(as(role), { id, overlapHours: 0 })).rejects.toMatchObject(refused);
    }
    await expect(changeEndpoint(as("viewer"), { id, enabled: false })).rejects.toMatchObject(refused);
    await expect(deleteEndpoint(as("viewer"), id)).rejects.toMatchObject(refused);
    await expect(sendTestEvent(as("viewer"), id)).rejects.toMatchObject(refused);
    await expect(changeEndpoint(as("manager"), { id, enabled: false })).resolves.toBeDefined();
  });

  it("to another account's endpoint is 404, the same as for an unknown one", async () => {
    const { id } = (await createEndpoint(merchant.context, { url, events: eventTypes })).endpoint;
    for (const target of [id, unknownId()]) {
      const missing = { code: "endpoint_not_found" };
      await expect(changeEndpoint(stranger.context, { id: target, enabled: false })).rejects.toMatchObject(missing);
      await expect(rotateSecret(stranger.context, { id: target, overlapHours: 0 })).rejects.toMatchObject(missing);
      await expect(deleteEndpoint(stranger.context, target)).rejects.toMatchObject(missing);
      await expect(sendTestEvent(stranger.context, target)).rejects.toMatchObject(missing);
    }
    expect(await listEndpoints(stranger.context)).toEqual([]);
  });
});

describe("an account", () => {
  it("has up to 50 endpoints, even when many are created at once; deleting one frees a slot", async () => {
    const { context } = await aMerchant(app);
    const make = () => createEndpoint(context, { url, events: ["conversion.created"] });
    for (let made = 0; made < 47; made += 1) await make();
    const outcomes = await together(8, () => outcome(make()));
    const refused = outcomes.filter((each) => each === "too_many_endpoints");
    expect([outcomes.length - refused.length, refused.length]).toEqual([3, 5]);
    const endpoints = await listEndpoints(context);
    expect(endpoints).toHaveLength(50);
    await expect(make()).rejects.toMatchObject({ message: errorTexts.too_many_endpoints });
    const [first] = endpoints;
    if (first) await deleteEndpoint(context, first.id);
    expect((await make()).endpoint.url).toBe(url);
    expect(await outcome(make())).toBe("too_many_endpoints");
    await createEndpoint(stranger.context, { url, events: ["conversion.created"] });
  });
});
