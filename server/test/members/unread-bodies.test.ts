import { afterAll, beforeAll, expect, it } from "vitest";
import { roleCovers, type Role } from "../../src/domain/roles.ts";
import { changePlan } from "../../src/usecases/accounts/change-plan.ts";
import { call, startApp, type TestApp } from "../support/app.ts";
import { collectRoutes } from "../support/routes.ts";
import { matrix } from "../tenants/matrix.ts";
import type { Access } from "../tenants/rows.ts";
import { aTenant, recordOf, withSession, type Tenant } from "../tenants/tenant.ts";
import { changing } from "./role-table.ts";
import { aColleague } from "./team.ts";

const ACCOUNT = "/api/dashboard/:account_id/";
const JSON_TYPE = { "content-type": "application/json" };

/** None of them can be parsed. A route that reads one returns 400, 413 or 415. */
const hostileBodies = {
  "malformed JSON": { raw: '{"name": ', headers: JSON_TYPE },
  "64 KiB of nested arrays": { raw: "[".repeat(70_000), headers: JSON_TYPE },
  "3 MB of commas": { raw: ",".repeat(3_000_000), headers: { "content-type": "text/csv" } },
  "a file of another type": { raw: "GIF89a", headers: { "content-type": "image/gif" } },
};

interface Caller {
  readonly name: string;
  readonly headers: Record<string, string>;
  readonly answer: string;
}

let app: TestApp;
let guarded: { route: string; access: Access }[];
let tenant: Tenant;
let sessions: Record<"stranger" | "manager" | "viewer" | "affiliate", Record<string, string>>;
let freeKey: string;

beforeAll(async () => {
  const collected = await collectRoutes(() => startApp({ SIGNUP: "open" }));
  app = collected.made;
  tenant = await aTenant(app);
  const stranger = await aTenant(app);
  const onFree = await aTenant(app);
  await changePlan({ ...app.services, operator: true }, onFree.merchant.email, "free");
  freeKey = onFree.merchant.key;
  // Keys are cached for a few seconds together with their plan.
  app.clock.forward({ seconds: 10 });
  const cookieOf = async (role: Role) =>
    withSession((await aColleague(app, tenant.merchant, role)).browser.cookie ?? "");
  sessions = {
    stranger: withSession(stranger.session),
    manager: await cookieOf("manager"),
    viewer: await cookieOf("viewer"),
    affiliate: withSession(tenant.affiliateSession),
  };
  guarded = collected.routes.flatMap(({ method, url }) => {
    const row = matrix[`${method} ${url}`];
    return method === "GET" || !row || row.access === "open" ? [] : [{ route: `${method} ${url}`, access: row.access }];
  });
});
afterAll(() => app.close());

const nobody = (answer = "401"): Caller => ({ name: "nobody", headers: {}, answer });

/** Everybody who may not use the route, with the expected errors. */
function callersOf({ route, access }: { route: string; access: Access }): Caller[] {
  if (access === "key")
    return [
      nobody(),
      { name: "a key on the free plan", headers: { authorization: `Bearer ${freeKey}` }, answer: "403" },
    ];
  if (access === "affiliate")
    return [nobody(), { name: "a member who is not an affiliate", headers: sessions.manager, answer: "403" }];
  if (access !== "member") return [nobody()];
  const right = changing[route.replace(ACCOUNT, "")];
  if (!right) throw new Error(`${route} has no entry in server/test/members/role-table.ts.`);
  const lower = (["manager", "viewer"] as const).filter((role) => !roleCovers(role, right.needs));
  return [
    nobody(),
    { name: "a member of another account", headers: sessions.stranger, answer: "404" },
    { name: "the account's own affiliate", headers: sessions.affiliate, answer: "404" },
    ...lower.map((role) => ({ name: `a ${role}`, headers: sessions[role], answer: "403" })),
  ];
}

it("finds the routes", () => {
  const routes = guarded.map(({ route }) => route);
  expect(routes.length).toBeGreaterThan(60);
  for (const access of ["key", "member", "affiliate", "person"])
    expect(guarded.filter((each) => each.access === access)).not.toEqual([]);
  expect(routes).toContain(`POST ${ACCOUNT}payout-imports`);
});

it.each(Object.entries(hostileBodies))(
  "rejects callers without access before it reads their body: %s",
  async (_name, body) => {
    const account = await recordOf(tenant, "account");
    const wrong: string[] = [];
    for (const each of guarded) {
      const [method = "", template = ""] = each.route.split(" ");
      const url = template.replace(":account_id", account).replaceAll(/:\w+/g, "none_00000000000000000000000000");
      for (const { name, headers, answer } of callersOf(each)) {
        app.clock.forward({ seconds: 1 });
        const { status } = await call(app, method, url, { raw: body.raw, headers: { ...headers, ...body.headers } });
        if (String(status) !== answer) wrong.push(`${each.route} answered ${name} ${status}, not ${answer}`);
      }
    }
    expect(wrong).toEqual([]);
  },
);

it("counts a request against the key's limit before it reads the body", async () => {
  app.clock.forward({ seconds: 61 });
  const { raw, headers } = hostileBodies["malformed JSON"];
  const send = () => call(app, "POST", "/v1/conversions", { key: tenant.merchant.key, raw, headers });
  for (let count = 0; count < 100; count += 1) expect((await send()).status).toBe(400);
  expect((await send()).status).toBe(429);
});
