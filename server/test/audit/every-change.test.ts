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

/** Returns the entries that the work adds to the log. */
async function added<Answer>(work: () => Promise<Answer>): Promise<{ answer: Answer; entries: Entry[] }> {
  const [known] = await app.db.query<{ snapshot: string }>(sql`select pg_current_snapshot()::text as snapshot`);
  const answer = await work();
  const entries = await app.db.query<Entry>(sql`
    select e.id, e.action, e.actor, e.before, e.after, o.address, o.user_agent
    from audit_entries e left join audit_origins o on o.entry_id = e.id
    where e.account_id = ${uuidOf(tenant.merchant.accountId)}
      and not pg_visible_in_snapshot(e.xmin::text::xid8, ${known?.snapshot}::pg_snapshot)`);
  return { answer, entries };
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
  let made: Made;
  let first: ReturnType<typeof added<TestResponse>> | undefined;
  /** Requested once, by the test that comes first. */
  const changed = (): ReturnType<typeof added<TestResponse>> =>
    (first ??= added(() => send(route, { ...made, headers: rightful(route) })));

  beforeAll(async () => {
    // Starts a new minute, so that no request hits the rate limit of another.
    app.clock.forward({ seconds: 61 });
    forget(tenant);
    made = await make(tenant);
  });

  it("logs nothing when it is refused", async () => {
    const refusals: Sent[] = [
      { ...made, headers: unrightful(route) },
      ...(made.ids ? [{ ...made, ids: unknown(made.ids), headers: rightful(route) }] : []),
      ...(made.body === undefined ? [] : [{ ...made, body: "no object", headers: rightful(route) }]),
    ];
    const { entries: left } = await added(async () => {
      for (const refusal of refusals) expect((await send(route, refusal)).status).toBeGreaterThanOrEqual(400);
    });
    expect(left).toEqual([]);
  });

  it(`logs ${leaves.length === 0 ? "no entry" : leaves.join(", ")} when it succeeds, with who and from where`, async () => {
    const { answer, entries: left } = await changed();
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    // Entries of the same millisecond have no order.
    expect(left.map(({ action }) => action).toSorted()).toEqual(leaves.toSorted());
    for (const entry of left) {
      expect(entry).toMatchObject({ address: "127.0.0.1", user_agent: agent["user-agent"] });
      expect(entry.actor).toMatch(isOfKeys(route) ? /^key_/ : new RegExp(`^${tenant.merchant.userId}$`));
    }
  });

  it("logs a repeat only if it changes something again", async () => {
    await changed();
    const { answer, entries: left } = await added(() => send(route, { ...made, headers: rightful(route) }));
    const isEmpty = ({ before, after }: Entry): boolean => !!before && JSON.stringify(before) === JSON.stringify(after);
    expect(left.filter((entry) => answer.status !== 200 || isEmpty(entry))).toEqual([]);
  });
});
