import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sql from "sql-template-tag";
import { beforeAll, expect, it } from "vitest";
import { mapLine } from "../../src/formats/redirect-map.ts";
import { build, newFolder, run, until, urlOf } from "../start/processes.ts";
import { appForTest, SECRET_KEY } from "../support/app.ts";
import { pathOf } from "../support/programs.ts";
import { aShop, type Shop } from "../support/shop.ts";
import { anAffiliate } from "../support/world.ts";
import { freePort } from "../../../scripts/free-port.mjs";

const TARGET = "https://shop.example/a%20b/$1?price=$x&q=%22é%22;{}#top";

beforeAll(build);

async function redirectsOf({ app }: Shop): Promise<string> {
  const folder = join(newFolder(), "links");
  const env = { DATABASE_URL: urlOf(app.connection), SECRET_KEY: SECRET_KEY.toString("hex") };
  const { exitCode, stderr, stdout } = await run(["export", "--redirects", "--to", folder], env);
  expect([exitCode, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("Wrote 2 links");
  return folder;
}

/** Two links: one of an active affiliate, one of a removed affiliate, whose link still redirects. */
async function links(): Promise<{ shop: Shop; codes: string[] }> {
  const shop = await aShop(await appForTest(), { name: '=Spring, "sale"', target_url: TARGET });
  const gone = await anAffiliate(shop.app, shop.merchant, shop.campaignId);
  await shop.app.db.query(sql`update affiliations set status = 'removed' where code = ${gone.code}`);
  // Links of test accounts are not exported.
  await aShop(shop.app, {}, "test");
  return { shop, codes: [shop.affiliate.code, gone.code] };
}

it("redirects.csv has the code, target, campaign and affiliate of every link, and no formulas", async () => {
  const { shop, codes } = await links();
  const lines = readFileSync(join(await redirectsOf(shop), "redirects.csv"), "utf8").split("\r\n");
  expect(lines[0]).toBe("code,target,campaign,affiliate");
  expect(lines.slice(1, 3).map((line) => line.split(",")[0])).toEqual(codes.toSorted());
  expect(lines[1]).toContain(new URL(TARGET).href);
  expect(lines[1]).toContain(`"'=Spring, ""sale"""`);
});

it("a target cannot inject into the map", () => {
  const line = mapLine({ code: "abc", target: 'https://x.example/"; } evil $host \\', campaign: "", affiliate: "" });
  expect(line).toBe('  "/r/abc" "https://x.example/\\"; } evil ${tributary_dollar}host \\\\";\n');
});

it("nginx with redirects.map redirects every link to its target, and no unknown one", async () => {
  const { shop, codes } = await links();
  const folder = await redirectsOf(shop);
  const port = await freePort();
  const config = join(folder, "nginx.conf");
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${folder}/nginx.pid; error_log ${folder}/error.log;
    events {}
    http {
      access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
      uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
      include ${folder}/redirects.map;
      server {
        listen 127.0.0.1:${port};
        location /r/ {
          if ($tributary_target = "") { return 404; }
          return 302 $tributary_target;
        }
      }
    }`,
  );
  const nginx = spawn(pathOf("nginx"), ["-c", config, "-p", folder], { stdio: "ignore" });
  const ended = new Promise((resolve) => nginx.once("exit", resolve));
  try {
    const follow = (code: string) => fetch(`http://127.0.0.1:${port}/r/${code}?sub=x`, { redirect: "manual" });
    await until(() => follow("nobody").catch(() => undefined));
    for (const code of codes) {
      const answer = await follow(code);
      expect([answer.status, answer.headers.get("location")]).toEqual([302, new URL(TARGET).href]);
    }
    expect((await follow("nobody")).status).toBe(404);
  } finally {
    nginx.kill("SIGTERM");
    await ended;
  }
});
