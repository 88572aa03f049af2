import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { asMember, type Desk } from "../dashboard/desk.ts";
import { call, startApp, type TestResponse, type TestApp } from "../support/app.ts";
import { collectRoutes } from "../support/routes.ts";
import { aTenant, forget, unknownIdOf, withSession, type Tenant } from "../tenants/tenant.ts";
import { cases } from "./cases.ts";
import type { Made } from "./making.ts";

let app: TestApp;
let tenant: Tenant;
let changing: string[];
let viewerCookie: string;

/** Tracking is not audited: the conversion itself is the record. */
const TRACKING = "POST /v1/conversions";

beforeAll(async () => {
  const collected = await collectRoutes(() => startApp({ SIGNUP: "open" }));
  app = collected.made;
  tenant = await aTenant(app);
  changing = collected.routes
    .filter(({ method, url }) => method !== "GET" && /^\/(v1|api\/dashboard)\//.test(url))
    .map(({ method, url }) => `${method} ${url}`)
    // test-mode/walls.test.ts and test-mode/dashboard.test.ts test those, which need a test account.
    .filter((route) => route !== TRACKING && !/ \/v1\/test\/|\/test-(?:clock|reset|portal)$/.test(route));
  const { browser } = await asMember({ app, merchant: tenant.merchant } as Desk, "viewer");
  viewerCookie = browser.cookie ?? "";
});
afterAll(() => app.close());

interface Entry {
  id: string;
  action: string;
  actor: string;
  address: string | null;
  user_agent: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

async function entries(): Promise<Entry[]> {
  return app.db.query<Entry>(sql`
    select e.id, e.action, e.actor, e.before, e.after, o.address, o.user_agent
    from audit_entries e left join audit_origins o on o.entry_id = e.id
    where e.account_id = ${uuidOf(tenant.merchant.accountId)}`);
}

/** Returns the entries that the work adds to the log. */
async function added(work: () => Promise<TestResponse>): Promise<{ answer: TestResponse; entries: Entry[] }> {
  const known = new Set((await entries()).map(({ id }) => id));
  const answer = await work();
  return { answer, entries: (await entries()).filter(({ id }) => !known.has(id)) };
}

interface Sent extends Made {
  readonly headers: Record<string, string>;
}

function send(route: string, { ids = {}, body, headers }: Sent): Promise<TestResponse> {
  const [method = "", template = ""] = route.split(" ");
  const path = template
    .replace(":account_id", tenant.merchant.accountId)
    .replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? "");
  return call(app, method, path, { headers, ...(body === undefined ? {} : { body }) });
}

const isOfKeys = (route: string): boolean => route.includes(" /v1/");
const agent = { "user-agent": "A browser of this test" };
const rightful = (route: string): Record<string, string> =>
  isOfKeys(route)
    ? { authorization: `Bearer ${tenant.merchant.key}`, ...agent }
    : { ...withSession(tenant.session), ...agent };
const unrightful = (route: string): Record<string, string> =>
  isOfKeys(route) ? { authorization: "Bearer sk_live_none" } : withSession(viewerCookie);

const kindsByName = { campaign_id: "campaign", affiliate_id: "affiliate" } as const;
const unknown = (ids: Made["ids"] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.keys(ids).map((name) => [name, unknownIdOf(kindsByName[name as keyof typeof kindsByName] ?? "campaign")]),
  );

it("every route that changes something in an account has a case here", () => {
  expect(changing.filter((route) => !(route in cases))).toEqual([]);
  expect(Object.keys(cases).filter((route) => !changing.includes(route))).toEqual([]);
});

describe.each(Object.entries(cases))("%s", (route, { make, leaves }) => {
  const begin = async (): Promise<Made> => {
    // Starts a new minute, so that no request hits the rate limit of another.
    app.clock.forward({ seconds: 61 });
    forget(tenant);
    return make(tenant);
  };

  it(`logs ${leaves.length === 0 ? "no entry" : leaves.join(", ")} when it succeeds, with who and from where`, async () => {
    const made = await begin();
    const { answer, entries: left } = await added(() => send(route, { ...made, headers: rightful(route) }));
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    // Entries of the same millisecond have no order.
    expect(left.map(({ action }) => action).toSorted()).toEqual(leaves.toSorted());
    for (const entry of left) {
      expect(entry).toMatchObject({ address: "127.0.0.1", user_agent: agent["user-agent"] });
      expect(entry.actor).toMatch(isOfKeys(route) ? /^key_/ : new RegExp(`^${tenant.merchant.userId}$`));
    }
  });

  it("logs nothing when it is refused", async () => {
    const made = await begin();
    const refusals: Sent[] = [
      { ...made, headers: unrightful(route) },
      ...(made.ids ? [{ ...made, ids: unknown(made.ids), headers: rightful(route) }] : []),
      ...(made.body === undefined ? [] : [{ ...made, body: "no object", headers: rightful(route) }]),
    ];
    for (const refusal of refusals) {
      const { answer, entries: left } = await added(() => send(route, refusal));
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(left).toEqual([]);
    }
  });

  it("logs a repeat only if it changes something again", async () => {
    const made = await begin();
    await send(route, { ...made, headers: rightful(route) });
    const { answer, entries: left } = await added(() => send(route, { ...made, headers: rightful(route) }));
    const isEmpty = ({ before, after }: Entry): boolean => !!before && JSON.stringify(before) === JSON.stringify(after);
    expect(left.filter((entry) => answer.status !== 200 || isEmpty(entry))).toEqual([]);
  });
});
