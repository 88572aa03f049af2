import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { roleCovers, roles, type Role } from "../../src/domain/roles.ts";
import { CsvBody, startApp, type TestResponse, type TestApp } from "../support/app.ts";
import { changedSince, momentOf, noteChanges } from "../support/changes.ts";
import { collectRoutes, type Route } from "../support/routes.ts";
import { matrix } from "../tenants/matrix.ts";
import type { Row } from "../tenants/rows.ts";
import { aTenant, forget, recordOf, type Tenant } from "../tenants/tenant.ts";
import { changing, reading } from "./role-table.ts";
import { aColleague, codeOf, theOwner, type Colleague } from "./team.ts";

const PREFIX = "/api/dashboard/:account_id/";

let app: TestApp;
let routes: Route[];
let tenant: Tenant;
let people: Record<Role | "none", Colleague>;

beforeAll(async () => {
  const collected = await collectRoutes(() => startApp({ SIGNUP: "open" }));
  app = collected.made;
  routes = collected.routes.filter(({ url }) => url.startsWith(PREFIX));
  await noteChanges(app);
  tenant = await aTenant(app);
  const { merchant } = tenant;
  const [owner, manager, viewer] = await Promise.all(roles.map((role) => aColleague(app, merchant, role)));
  const stranger = await theOwner(app, (await aTenant(app)).merchant);
  if (!owner || !manager || !viewer) throw new Error("A member is missing.");
  const none: Colleague = { ...stranger, ...askingAt(stranger, merchant.accountId) };
  people = { owner, manager, viewer, none };
});
afterAll(() => app.close());

/** Sends requests about another account with the colleague's session. */
const askingAt = ({ browser }: Colleague, accountId: string): Pick<Colleague, "send"> => ({
  send: (method, path, body) => browser.send(method, `/api/dashboard/${accountId}/${path}`, body),
});

const namesOf = (all: readonly Route[]): string[] =>
  all.map(({ method, url }) => `${method} ${url.slice(PREFIX.length)}`);
const isChange = ({ method }: Route): boolean => method !== "GET";

describe("the table of roles", () => {
  it("has a line for every route that changes something, and no unknown routes", () => {
    const known = namesOf(routes.filter(isChange));
    const advice = [
      "Every route of the dashboard that changes something needs a line in server/test/members/role-table.ts:",
      '  "POST things/:id": manager()   the lowest role that may call it',
      "Missing:",
    ].join("\n");
    const missing = known.filter((route) => !(route in changing));
    expect(missing.length === 0 ? "" : `${advice}\n${missing.join("\n")}`).toBe("");
    expect(Object.keys(changing).filter((route) => !known.includes(route))).toEqual([]);
  });

  it("names no unknown read routes", () => {
    const known = namesOf(routes.filter((route) => !isChange(route)));
    expect(Object.keys(reading).filter((route) => !known.includes(route))).toEqual([]);
  });
});

/** The same records and bodies as in the tenants' matrix. */
function rowOf(route: string): Row {
  const [method, path] = route.split(" ");
  const row = matrix[`${method} ${PREFIX}${path}`];
  if (!row || row.access === "open") throw new Error(`${route} has no entry in server/test/tenants/matrix.ts.`);
  return row;
}

async function ask(who: Colleague, route: string): Promise<TestResponse> {
  const row = rowOf(route);
  const [method = "", template = ""] = route.split(" ");
  const given = row.body?.();
  const body: Record<string, unknown> = given instanceof CsvBody ? {} : { ...given };
  let path = template;
  for (const [place, kind] of Object.entries(row.variants[0] ?? {})) {
    const id = await recordOf(tenant, kind);
    if (place.startsWith("body.")) Object.assign(body, inBody(place.slice("body.".length), id));
    else if (!place.startsWith("?")) path = path.replace(`:${place}`, id);
  }
  if (given instanceof CsvBody) return who.send(method, path, given);
  return who.send(method, path, Object.keys(body).length === 0 ? undefined : body);
}

const inBody = (name: string, id: string): Record<string, unknown> =>
  name.endsWith("[]") ? { [name.slice(0, -2)]: [id] } : { [name]: id };

const expected = (role: Role | "none", right: { needs: Role; answers: string }): string => {
  if (role === "none") return "404 account_not_found";
  return roleCovers(role, right.needs) ? right.answers : "403 role_required";
};

/** Those who are refused come first, because a refusal changes nothing: they share records. */
const callers = ["none", ...roles.toSorted((a, b) => Number(roleCovers(a, b)) - Number(roleCovers(b, a)))] as const;

describe.each(Object.entries(changing))("%s", (route, right) => {
  beforeAll(async () => {
    forget(tenant);
    // A payout of everything that the tests before have left to pay.
    if (right.answers.includes("nothing_to_pay")) await recordOf(tenant, "payout");
  });

  it.each(callers)(`needs the role ${right.needs}: requested by %s`, async (role) => {
    app.clock.forward({ seconds: 61 });
    for (const kind of Object.values(rowOf(route).variants[0] ?? {})) await recordOf(tenant, kind);
    const wanted = expected(role, right);
    const isRefused = wanted !== "200";
    const before = await momentOf(app);
    expect(codeOf(await ask(people[role], route))).toBe(wanted);
    const changed = await changedSince(app, tenant.merchant.accountId, before);
    expect(isRefused ? changed : []).toEqual([]);
    if (!isRefused) forget(tenant);
  });
});

describe("every read route", () => {
  it("is open to each member, except as the table says", async () => {
    app.clock.forward({ seconds: 61 });
    forget(tenant);
    const wrong: string[] = [];
    for (const route of namesOf(routes.filter((each) => !isChange(each)))) {
      const needs = reading[route] ?? "viewer";
      for (const role of roles) {
        const code = codeOf(await ask(people[role], route));
        const refused = code === "403 role_required";
        if (refused === roleCovers(role, needs)) wrong.push(`${role}: ${route} returned ${code}`);
      }
      const stranger = codeOf(await ask(people.none, route));
      if (stranger !== "404 account_not_found") wrong.push(`none: ${route} returned ${stranger}`);
    }
    expect(wrong).toEqual([]);
  });
});
