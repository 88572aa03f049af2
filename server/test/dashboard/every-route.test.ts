import { beforeAll, describe, expect, it } from "vitest";
import { Browser } from "../people/browser.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { collectRoutes, type Route } from "../support/routes.ts";
import { campaignBody } from "../support/world.ts";
import { aDesk, asMember, type Desk } from "./desk.ts";

const PREFIX = "/api/dashboard/:account_id/";

let app: TestApp;
let routes: Route[];
beforeAll(async () => {
  const collected = await collectRoutes(() => appForFile({ SIGNUP: "open" }));
  app = collected.made;
  routes = collected.routes.filter(({ url }) => url.startsWith(PREFIX));
});

describe("every route of the dashboard", () => {
  let desk: Desk;
  let changing: Route[];

  beforeAll(async () => {
    desk = await aDesk(app);
    changing = routes.filter(({ method }) => method !== "GET");
  });

  const urlOf = ({ url }: Route, account: string): string =>
    url.replace(":account_id", account).replaceAll(/:\w+/g, "none_00000000000000000000000000");
  const answersOf = async (
    some: readonly Route[],
    send: (route: Route, url: string) => Promise<{ status: number; body: { code?: string } | undefined }>,
    account: string = desk.merchant.accountId,
  ): Promise<string[]> => {
    const answers = new Set<string>();
    for (const route of some) {
      const { status, body } = await send(route, urlOf(route, account));
      answers.add(`${status} ${body?.code ?? ""}`.trim());
    }
    return [...answers].toSorted();
  };

  it("is found by this test", () => {
    const names = routes.map(({ method, url }) => `${method} ${url.slice(PREFIX.length)}`);
    expect(names).toContain("GET setup");
    expect(names).toContain("PATCH campaigns/:id");
    expect(names).toContain("GET campaigns/:id/affiliates.csv");
    expect(names).toContain("POST conversions/bulk");
    expect(names).toContain("POST deliveries/:id/resend");
    expect(changing.length).toBeGreaterThan(20);
  });

  it("returns 401 to strangers and reveals nothing else", async () => {
    const stranger = new Browser(app);
    expect(await answersOf(routes, ({ method }, url) => stranger.send(method, url))).toEqual(["401 not_signed_in"]);
  });

  it("returns the same 404 to members of other accounts and for unknown accounts", async () => {
    const other = await aDesk(app);
    for (const account of [desk.merchant.accountId, "acc_00000000000000000000000000", "acc_x", "%00"]) {
      // A new minute, because of the session's rate limit.
      app.clock.forward({ seconds: 60 });
      const answers = await answersOf(routes, ({ method }, url) => other.browser.send(method, url, {}), account);
      expect([account, answers]).toEqual([account, ["404 account_not_found"]]);
    }
  });

  it("that changes something rejects cross-site requests in a member's name", async () => {
    const elsewhere = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "" },
      { "sec-fetch-site": "", origin: "http://tributary.test.evil.example" },
    ];
    for (const headers of elsewhere) {
      const browser = new Browser(app, headers);
      browser.cookie = desk.browser.cookie;
      const answers = await answersOf(changing, ({ method }, url) => browser.send(method, url, {}));
      expect(answers).toEqual(["403 cross_site_request"]);
    }
  });

  it("that changes something is forbidden to viewers", async () => {
    const viewer = await asMember(desk, "viewer");
    const answers = await answersOf(changing, ({ method }, url) => viewer.browser.send(method, url, {}));
    expect(answers).toEqual(["403 role_required"]);
  });

  it("never returns 5xx for malformed IDs, filters and bodies", async () => {
    const odd = ["%00", "%F0%9F%92%A9", "conv_", "..%2f", "a".repeat(300), "%ed%a0%80", "null", "%25_%5C", "-1"];
    const filters = ["search", "status", "campaign_id", "affiliate_id", "external_id", "from", "offset", "state"];
    const seen = new Map<number, string>();
    for (const [number, { method, url: template }] of routes.entries()) {
      for (const [at, text] of odd.entries()) {
        const url = template.replace(":account_id", desk.merchant.accountId).replaceAll(/:\w+/g, text);
        const body = method === "GET" ? undefined : { name: text, ids: [text], emails: [text], url: text };
        // Each text in two filters of this route, and in the others of the next routes, which share them.
        const some = [number + at, number + at + 4].map((shift) => filters[shift % filters.length]);
        const wholes = method === "GET" ? some.map((name) => `${url}?${name}=${text}`) : [url];
        for (const whole of wholes)
          seen.set((await desk.browser.send(method, whole, body)).status, `${method} ${whole}`);
      }
    }
    expect([...seen].filter(([status]) => status >= 500)).toEqual([]);
    expect(seen.has(200)).toBe(true);
  }, 120_000);

  it("is not in the public document and never cached", async () => {
    const { body } = await desk.browser.send("GET", "/openapi.json");
    expect(Object.keys(body.paths as object).filter((path) => path.startsWith("/api"))).toEqual([]);
    for (const path of ["campaigns", "setup", "conversions.csv"])
      expect((await desk.get(path)).headers["cache-control"]).toBe("no-store");
  });
});

describe("a person with two accounts", () => {
  it("sees each account's own data at its own address, in two tabs at once", async () => {
    const first = await aDesk(app);
    const person = await asMember(first, "owner");
    const accounts = (await person.browser.whoAmI()).body.accounts as { id: string }[];
    const own = accounts.map(({ id }) => id).find((id) => id !== first.merchant.accountId);
    const elsewhere = (method: string, path: string, body?: object) =>
      person.browser.send(method, `/api/dashboard/${own}/${path}`, body);
    const [one, two] = await Promise.all([
      person.send("POST", "campaigns", { ...campaignBody, name: "First" }),
      elsewhere("POST", "campaigns", { ...campaignBody, name: "Second" }),
    ]);
    const [ofFirst, ofSecond] = await Promise.all([person.get("campaigns"), elsewhere("GET", "campaigns")]);
    expect(ofFirst.body.campaigns).toEqual([one.body.campaign]);
    expect(ofSecond.body.campaigns).toEqual([two.body.campaign]);
    expect((await person.get(`campaigns/${two.body.campaign.id}`)).body.code).toBe("campaign_not_found");
    expect((await elsewhere("PATCH", `campaigns/${one.body.campaign.id}`, { name: "Mine" })).status).toBe(404);
    expect((await person.get(`conversions?campaign_id=${two.body.campaign.id}`)).body.pagination.total).toBe(0);
  });
});
