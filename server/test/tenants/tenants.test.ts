import sql, { type Sql } from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { uuidOf, type KeyId } from "../../src/domain/ids.ts";
import { call, CsvBody, startApp, type TestApp } from "../support/app.ts";
import { changedSince, momentOf, noteChanges } from "../support/changes.ts";
import { collectRoutes, type Route } from "../support/routes.ts";
import { matrix } from "./matrix.ts";
import type { Access, References, Row } from "./rows.ts";
import { aTenant, forget, kinds, unknownIdOf, recordOf, withSession, type Kind, type Tenant } from "./tenant.ts";

let app: TestApp;
let routes: Route[];
let victim: Tenant;
let stranger: Tenant;

beforeAll(async () => {
  const collected = await collectRoutes(() => startApp());
  app = collected.made;
  routes = collected.routes;
  await noteChanges(app);
  victim = await aTenant(app);
  stranger = await aTenant(app);
});
afterAll(() => app.close());

const changes = (route: string): boolean => !route.startsWith("GET ");
/** Read-only routes come first, because they can share records. */
const guarded = Object.entries(matrix)
  .filter((entry): entry is [string, Row] => entry[1].access !== "open")
  .toSorted(([a], [b]) => Number(changes(a)) - Number(changes(b)));
const namesOf = (all: readonly Route[]): string[] => [...new Set(all.map(({ method, url }) => `${method} ${url}`))];
const paramsOf = (route: string): string[] => [...route.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");

describe("the matrix", () => {
  it("has a row for every route of the application", () => {
    const missing = namesOf(routes).filter((route) => !(route in matrix));
    const advice = [
      "Every route needs one line in server/test/tenants/matrix.ts, so that strangers are tried on it:",
      '  "GET /v1/things/:id": key({ id: "thing" })            by API key',
      '  [`GET ${account}/things/:id`]: member({ id: "thing" })  by a member\'s session',
      '  "GET /api/portal/things/:id": affiliate({ id: "thing" }) by an affiliate\'s session',
      '  "GET /things": open("why nobody\'s data is in it")',
      "A new kind of thing also needs a maker in server/test/tenants/tenant.ts.",
      "Missing:",
    ].join("\n");
    expect(missing.length === 0 ? "" : `${advice}\n${missing.join("\n")}`).toBe("");
  });

  it("has a route for every guarded row", () => {
    const known = new Set(namesOf(routes));
    expect(guarded.map(([route]) => route).filter((route) => !known.has(route))).toEqual([]);
  });

  it("declares what every part of a guarded path names", () => {
    const unnamed = guarded.flatMap(([route, row]) =>
      paramsOf(route)
        .filter((name) => name !== "account_id" && !row.variants.every((references) => name in references))
        .map((name) => `${route}: ${name}`),
    );
    expect(unnamed).toEqual([]);
  });
});

describe("the notes of changes", () => {
  it("name every table with a new, changed or removed row of the account, and no other", async () => {
    const { accountId } = victim.merchant;
    const id = await recordOf(victim, "key");
    const key = sql`where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id as KeyId)}`;
    const noted = async (change: Sql): Promise<string[]> => {
      const before = await momentOf(app);
      await app.db.query(change);
      return changedSince(app, accountId, before);
    };
    expect(await noted(sql`select from api_keys ${key}`)).toEqual([]);
    expect(await noted(sql`update api_keys set name = 'Another name' ${key}`)).toEqual(["api_keys"]);
    expect(await noted(sql`update api_keys set last_used_at = now() ${key}`)).toEqual([]);
    expect(await noted(sql`delete from api_keys ${key}`)).toEqual(["api_keys"]);
    expect(await noted(sql`update users set name = 'Anybody'`)).toEqual(["users"]);
    forget(victim);
    const before = await momentOf(app);
    await recordOf(victim, "key");
    expect(await changedSince(app, accountId, before)).toContain("api_keys");
    expect(await changedSince(app, stranger.merchant.accountId, before)).toEqual([]);
  });
});

interface Credential {
  readonly name: string;
  readonly headers: Record<string, string>;
}
const keyOf = ({ merchant }: Tenant) => ({ authorization: `Bearer ${merchant.key}` });

/** Of the right kind, but another tenant's: they must not be able to tell a foreign record from a missing one. */
function strangersOf(access: Access): Credential[] {
  if (access === "key") return [{ name: "a foreign key", headers: keyOf(stranger) }];
  const member = { name: "a foreign member", headers: withSession(stranger.session) };
  const affiliate = { name: "a foreign affiliate", headers: withSession(stranger.affiliateSession) };
  if (access === "member")
    return [member, affiliate, { name: "the account's own affiliate", headers: withSession(victim.affiliateSession) }];
  if (access === "affiliate")
    return [affiliate, member, { name: "the account's own member", headers: withSession(victim.session) }];
  return [member, affiliate];
}

/** Of a kind that this route does not accept, including the owner's. */
function wrongKindsOf(access: Access): Credential[] {
  const none = { name: "nobody", headers: {} };
  const keys = [
    { name: "the account's own key", headers: { ...keyOf(victim), "sec-fetch-site": "same-origin" } },
    { name: "a foreign key", headers: { ...keyOf(stranger), "sec-fetch-site": "same-origin" } },
  ];
  const sessions = [
    { name: "the person's own session", headers: withSession(victim.session) },
    { name: "the account's own affiliate's session", headers: withSession(victim.affiliateSession) },
    { name: "a foreign session", headers: withSession(stranger.session) },
  ];
  return [none, ...(access === "key" ? sessions : keys)];
}

const rightOf = (access: Access): Credential => ({
  name: "the owner",
  headers:
    { key: keyOf(victim), affiliate: withSession(victim.affiliateSession) }[access as string] ??
    withSession(victim.session),
});

/** The account in the path counts as a reference too. */
const referencesOf = (route: string, references: References): References =>
  route.includes(":account_id") ? { account_id: "account", ...references } : references;

interface TestResponse {
  readonly status: number;
  readonly headers: string[];
  readonly body: string;
}

/** IDs from the request are replaced by their kind in the response, and the request's own ID is removed. */
async function ask(
  route: string,
  { row, ids, headers }: { row: Row; ids: Readonly<Record<string, string>>; headers: Record<string, string> },
): Promise<TestResponse> {
  const [method = "", template = ""] = route.split(" ");
  const path = template.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? "");
  const query = Object.entries(ids).filter(([place]) => place.startsWith("?"));
  const search = query.map(([place, id]) => `${place.slice(1)}=${id}`).join("&");
  const answer = await call(app, method, search === "" ? path : `${path}?${search}`, { headers, ...bodyOf(row, ids) });
  let text = answer.text.replaceAll(/req_[0-9a-f]{24}/g, "<request>");
  for (const [place, id] of Object.entries(ids)) text = text.replaceAll(id, `<${place}>`);
  const names = Object.keys(answer.headers).filter((name) => name !== "set-cookie");
  return { status: answer.status, headers: names.sort(), body: text };
}

function bodyOf(row: Row, ids: Readonly<Record<string, string>>): { body?: Record<string, unknown> | CsvBody } {
  const body = row.body?.();
  if (body instanceof CsvBody) return { body };
  const named = Object.entries(ids).filter(([place]) => place.startsWith("body."));
  if (named.length === 0 && body === undefined) return {};
  const fields = named.map(([place, id]): [string, unknown] => {
    const name = place.slice("body.".length);
    return name.endsWith("[]") ? [name.slice(0, -2), [id]] : [name, id];
  });
  return { body: { ...body, ...Object.fromEntries(fields) } };
}

type Chooser = (kind: Kind, place: string) => Promise<string>;

async function choose(references: References, chooser: Chooser): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const [place, kind] of Object.entries(references)) ids[place] = await chooser(kind, place);
  return ids;
}

const victims: Chooser = (kind) => recordOf(victim, kind);
const strangers: Chooser = (kind) => recordOf(stranger, kind);
const invented: Chooser = async (kind) => unknownIdOf(kind);
/** A foreign record in one position, the stranger's own in all others. */
const onlyAt =
  (foreign: Chooser, at: string): Chooser =>
  (kind, place) =>
    place === at ? foreign(kind, place) : strangers(kind, place);

/** Texts that only the victim may read. */
const secretsOf = (): string[] => [
  ...kinds.map((kind) => victim.made.get(kind)).filter((id): id is string => id !== undefined),
  victim.merchant.accountId,
  victim.merchant.email,
  victim.merchant.key,
];

function expectNoLeak({ body }: TestResponse): void {
  expect(secretsOf().filter((secret) => body.includes(secret))).toEqual([]);
}

/** Tenants whose records a request may have changed; the next route gets new ones. */
const used = new Set<Tenant>();

interface Comparison {
  readonly row: Row;
  readonly references: References;
  readonly headers: Record<string, string>;
  readonly foreign: Chooser;
  readonly missing: Chooser;
}

/** A stranger sees no difference between the two. Returns the status. */
async function expectNoDifference(
  route: string,
  { references, foreign, missing, ...asked }: Comparison,
): Promise<number> {
  const found = await ask(route, { ...asked, ids: await choose(references, foreign) });
  if (found.status < 400) used.add(stranger);
  expectNoLeak(found);
  const namesNothing = Object.keys(references).length === 0;
  expect(found).toEqual(namesNothing ? found : await ask(route, { ...asked, ids: await choose(references, missing) }));
  return found.status;
}

describe.each(guarded)("%s", (route, row) => {
  const variants = row.variants.map((references) => referencesOf(route, references));
  /** Before any request, for all tests that must change nothing. */
  let before: string;
  /** Of the first stranger's requests, by the position of the foreign record. */
  const statuses: (readonly [place: string, status: number])[] = [];

  beforeAll(async () => {
    app.clock.forward({ seconds: 61 });
    for (const references of variants) {
      await choose(references, victims);
      await choose(references, strangers);
    }
    before = await momentOf(app);
  });
  afterAll(() => {
    if (changes(route)) for (const tenant of used) forget(tenant);
    used.clear();
  });

  it("treats foreign records exactly like missing ones for strangers", async () => {
    for (const references of variants) {
      for (const [at, { headers }] of strangersOf(row.access).entries()) {
        const asked = { row, references, headers };
        const status = await expectNoDifference(route, { ...asked, foreign: victims, missing: invented });
        // The others have no rights in any of the accounts, so a mixture is as foreign to them as the whole.
        const places = at === 0 ? Object.keys(references) : [];
        for (const place of places) {
          const mixture = { ...asked, foreign: onlyAt(victims, place), missing: onlyAt(invented, place) };
          statuses.push([place, places.length === 1 ? status : await expectNoDifference(route, mixture)]);
        }
      }
    }
  });

  it("returns 404 to strangers, or the equivalent of no match", () => {
    expect(statuses).toEqual(
      variants.flatMap((references) =>
        Object.keys(references).map((place) => [
          place,
          place === "account_id" || isPathOf(route, place) ? 404 : row.own,
        ]),
      ),
    );
  });

  it("returns 401 for every other kind of credential, whatever is requested", async () => {
    for (const references of variants) {
      for (const { name, headers } of wrongKindsOf(row.access)) {
        const about = await ask(route, { row, headers, ids: await choose(references, victims) });
        expect([name, about.status]).toEqual([name, 401]);
        expect(about).toEqual(await ask(route, { row, headers, ids: await choose(references, invented) }));
      }
    }
  });

  it("changes nothing for any of them", async () => {
    expect(await changedSince(app, victim.merchant.accountId, before)).toEqual([]);
  });

  it("works for the owner: the requested records exist", async () => {
    app.clock.forward({ seconds: 61 });
    for (const references of variants) {
      const { headers } = rightOf(row.access);
      const { status, body } = await ask(route, { row, headers, ids: await choose(references, victims) });
      if (status < 400) used.add(victim);
      expect([401, 403, 404].includes(status) ? body : "").toBe("");
    }
  });
});

const isPathOf = (route: string, place: string): boolean => paramsOf(route).includes(place);
