import { describe, expect, it } from "vitest";
import { runJson, SECRET_KEY, urlOf, type Env } from "../start/processes.ts";
import { cloneDatabase } from "../support/database.ts";

interface Described {
  id: string;
  secret?: string;
  enabled: boolean;
  disabled_by: string | null;
  previous_secret_until: string | null;
}

describe("npx --no tributary webhook", () => {
  it("creates, lists, enables, disables, rotates and deletes, and never shows a secret twice", async () => {
    const env: Env = { DATABASE_URL: urlOf(await cloneDatabase()), SECRET_KEY };
    const webhook = async (...words: string[]): Promise<{ exitCode: number | null; json: Record<string, unknown> }> =>
      runJson(["webhook", ...words], env);
    const endpointIn = (json: Record<string, unknown>): Described => json["webhook_endpoint"] as Described;
    await runJson(["account", "create", "--email", "owner@shop.example", "--name", "Shop"], env);
    const where = ["--account", "owner@shop.example", "--url", "https://1.1.1.1/hooks"];

    const made = endpointIn((await webhook("create", ...where, "--events", "conversion.created, payout.created")).json);
    expect(made).toMatchObject({ enabled: true, events: ["conversion.created", "payout.created"] });
    expect(made.secret).toMatch(/^whsec_/);

    const refused = await webhook(
      "create",
      "--account",
      "owner@shop.example",
      "--url",
      "https://10.0.0.1/",
      "--events",
      "all",
    );
    expect(refused).toMatchObject({ exitCode: 1, json: { code: "destination_refused" } });
    expect(await webhook("create", ...where, "--events", "nothing")).toMatchObject({
      json: { code: "invalid_request" },
    });

    const listed = await webhook("list", "--account", "owner@shop.example");
    expect(listed.json["webhook_endpoints"]).toHaveLength(1);
    expect(JSON.stringify(listed.json)).not.toContain("whsec_");

    expect(endpointIn((await webhook("disable", made.id)).json)).toMatchObject({
      enabled: false,
      disabled_by: "person",
    });
    expect(endpointIn((await webhook("enable", made.id)).json)).toMatchObject({ enabled: true, disabled_by: null });
    const rotated = endpointIn((await webhook("rotate", made.id, "--overlap-hours", "1.5")).json);
    expect(rotated.secret).not.toBe(made.secret);
    expect(rotated.previous_secret_until).not.toBeNull();
    expect(await webhook("rotate", made.id, "--overlap-hours", "30")).toMatchObject({
      json: { code: "invalid_request" },
    });

    expect((await webhook("delete", made.id)).json).toMatchObject({ deleted: true });
    expect(await webhook("delete", made.id)).toMatchObject({ exitCode: 1, json: { code: "endpoint_not_found" } });
    expect((await webhook("list")).json["webhook_endpoints"]).toEqual([]);
  });
});
