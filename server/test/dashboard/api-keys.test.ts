import { beforeAll, describe, expect, it } from "vitest";
import { appForFile, call, type TestApp } from "../support/app.ts";
import { aDesk, asMember, asStranger, linesOf } from "./desk.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

describe("API keys", () => {
  it("show their secret once, work for /v1, and stop working when revoked", async () => {
    const { get, send } = await aDesk(app);
    const created = await send("POST", "api-keys", { name: "Shop" });
    expect(created.status).toBe(200);
    const { key, secret } = created.body as { key: { id: string }; secret: string };
    expect(secret).toMatch(/^sk_live_[0-9A-Za-z]{43}$/);
    expect(key).toMatchObject({ name: "Shop", prefix: "sk_live_", last_four: secret.slice(-4), revoked_at: null });
    expect((await call(app, "GET", "/v1/campaigns", { key: secret })).status).toBe(200);
    for (const path of ["api-keys", "api-keys.csv", "setup"])
      expect((await get(path)).text).not.toContain(secret.slice(8, -4));
    expect((await send("DELETE", `api-keys/${key.id}`)).body.key.revoked_at).toBe(app.clock.now().toISOString());
    app.clock.forward({ seconds: 5 });
    expect((await call(app, "GET", "/v1/campaigns", { key: secret })).status).toBe(401);
  });

  it("are listed newest first, including revoked ones, and exported as CSV", async () => {
    const { get, send } = await aDesk(app);
    app.clock.forward({ seconds: 1 });
    const { body } = await send("POST", "api-keys", { name: "=Shop" });
    await send("DELETE", `api-keys/${body.key.id}`);
    const listed = await get("api-keys?limit=1");
    expect(listed.body).toMatchObject({
      api_keys: [{ id: body.key.id, name: "=Shop", revoked_at: expect.any(String) }],
      pagination: { limit: 1, offset: 0, total: 2 },
    });
    expect(linesOf(await get("api-keys.csv"))[1]).toContain(",'=Shop,");
  });

  it("need a name of 1 to 120 characters; unknown and foreign IDs are 404", async () => {
    const { send } = await aDesk(app);
    for (const name of ["", " ", "x".repeat(121), 7, null])
      expect((await send("POST", "api-keys", { name })).body.error).toContain("name ");
    const other = await aDesk(app);
    const { body } = await other.send("POST", "api-keys", { name: "Theirs" });
    for (const id of [body.key.id, "key_nothing"])
      expect((await send("DELETE", `api-keys/${id}`)).body.code).toBe("key_not_found");
  });

  it("are for the owner alone: managers and viewers get 403, strangers 401", async () => {
    const desk = await aDesk(app);
    const { body } = await desk.send("POST", "api-keys", { name: "Shop" });
    for (const role of ["manager", "viewer"] as const) {
      const member = await asMember(desk, role);
      expect((await member.get("api-keys")).body.code).toBe("role_required");
      expect((await member.get("api-keys.csv")).status).toBe(403);
      expect((await member.send("POST", "api-keys", { name: "Mine" })).status).toBe(403);
      expect((await member.send("DELETE", `api-keys/${body.key.id}`)).status).toBe(403);
    }
    expect((await asStranger(desk).get("api-keys")).status).toBe(401);
  });
});
