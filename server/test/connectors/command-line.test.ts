import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, run, runJson, SECRET_KEY, urlOf, type Env } from "../start/processes.ts";
import { cloneDatabase } from "../support/database.ts";

interface Made {
  readonly id: string;
  readonly secret: string | null;
}

describe("npx --no tributary connector", () => {
  it("creates, lists, replays and lists receipts, and never shows a secret twice", async () => {
    const env: Env = {
      DATABASE_URL: urlOf(await cloneDatabase()),
      SECRET_KEY,
      BASE_URL: "https://partners.shop.example",
    };
    const connector = async (...words: string[]): Promise<{ exitCode: number | null; json: Record<string, unknown> }> =>
      runJson(["connector", ...words], env);
    const made = async (...words: string[]): Promise<Made> => {
      const { exitCode, json } = await connector("create", "--account", "owner@shop.example", ...words);
      expect({ exitCode, json }).toMatchObject({ exitCode: 0, json: { connector: {} } });
      return json["connector"] as Made;
    };
    await runJson(["account", "create", "--email", "owner@shop.example", "--name", "Shop"], env);
    expect((await run(["connector", "list"], env)).stdout).toBe("No connectors yet.\n");

    // Scripts read exactly these fields.
    const stripe = await made("--provider", "stripe", "--secret", "whsec_given");
    const id = expect.stringMatching(/^con_[0-9a-z]+$/i) as string;
    const url = `https://partners.shop.example/in/${stripe.id}`;
    expect(stripe).toEqual({ id, provider: "stripe", url, secret: "whsec_given" });
    expect(await made("--provider", "paddle")).toMatchObject({ provider: "paddle", secret: null });
    const woo = await made("--provider", "woocommerce", "--name", "Winter shop", "--base", "gross");
    expect(woo.secret).toMatch(/^[A-Za-z0-9]{32}$/);

    const refusals: readonly (readonly [code: string, words: readonly string[]])[] = [
      ["invalid_request", ["--account", "owner@shop.example", "--provider", "etsy"]],
      ["invalid_request", ["--account", "owner@shop.example", "--provider", "stripe", "--base", "all"]],
      ["invalid_request", ["--account", "owner@shop.example", "--provider", "stripe", "--sandbox"]],
      ["invalid_request", ["--account", "owner@shop.example", "--provider", "stripe", "--secret", ""]],
      ["campaign_not_found", ["--account", "owner@shop.example", "--provider", "stripe", "--campaign", "cmp_1"]],
      ["account_not_found", ["--account", "nobody@shop.example", "--provider", "stripe"]],
    ];
    for (const [code, words] of refusals)
      expect([words, await connector("create", ...words)]).toMatchObject([words, { exitCode: 1, json: { code } }]);

    const { json: listed } = await connector("list", "--account", "owner@shop.example");
    expect(listed["connectors"]).toHaveLength(3);
    expect(listed["connectors"]).toContainEqual({
      id: woo.id,
      account_id: expect.stringMatching(/^acc_/) as string,
      provider: "woocommerce",
      name: "Winter shop",
      campaign_id: null,
      commission_base: "gross",
      has_secret: true,
      created_at: expect.any(String) as string,
      url: `https://partners.shop.example/in/${woo.id}`,
    });
    const { stdout: table } = await run(["connector", "list"], env);
    expect(table).toContain("needs its secret");
    for (const secret of [stripe.secret, woo.secret])
      expect(`${table}${JSON.stringify(listed)}`).not.toContain(String(secret));
    expect(await connector("list", "--account", "nobody@shop.example")).toMatchObject({
      exitCode: 1,
      json: { code: "account_not_found" },
    });

    const file = join(newFolder(), "events.json");
    const event = { id: "evt_1", type: "customer.created", created: 1_794_830_400, livemode: true };
    writeFileSync(file, JSON.stringify({ object: "list", data: [event, event] }));
    expect((await connector("replay", stripe.id, "--file", file)).json).toEqual({ stored: 1, known: 1 });
    expect((await run(["connector", "replay", stripe.id, "--file", file], env)).stdout).toBe(
      "0 received, 2 already known.\n",
    );
    expect(await connector("replay", stripe.id, "--file", `${file}.missing`)).toMatchObject({
      exitCode: 1,
      json: { code: "invalid_request", error: `Cannot read ${file}.missing.` },
    });
    expect(await connector("replay", "con_1", "--file", file)).toMatchObject({ json: { code: "connector_not_found" } });

    expect((await connector("receipts", stripe.id)).json).toEqual({
      receipts: [
        {
          id: expect.stringMatching(/^rcp_/) as string,
          topic: "customer.created",
          state: "waiting",
          received_at: expect.any(String) as string,
          worked_at: null,
          attempts: 0,
          order_id: null,
          conversion_id: null,
          reason: null,
          problem: null,
        },
      ],
    });
    expect((await connector("receipts", stripe.id, "--state", "done")).json).toEqual({ receipts: [] });
    expect(await connector("receipts", stripe.id, "--state", "lost")).toMatchObject({
      exitCode: 1,
      json: { code: "invalid_request" },
    });
    expect(await connector("receipts", "con_1")).toMatchObject({ json: { code: "connector_not_found" } });
  });
});
