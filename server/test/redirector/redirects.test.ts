import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseId } from "../../src/domain/ids.ts";
import { appForTest, startApp, type TestApp } from "../support/app.ts";
import { aLink, clickStatistics, follow, storedClicks, type LinkWorld } from "./links.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe("following a link", () => {
  test("records the click, then redirects to the target with its ID in the URL and in a cookie", async () => {
    const world = await aLink(app, { attribution_window: 14 });
    const followed = await follow(app, world.path);
    expect(followed.status).toBe(302);
    expect(parseId("click", followed.clickId ?? "")).toBeDefined();
    expect(followed.location).toBe(`https://shop.example/spring?service_id=${followed.clickId}`);
    expect(followed.cookie).toBe(`service_id=${followed.clickId}; Max-Age=1209600; Path=/; HttpOnly; SameSite=Lax`);
    const click = (await storedClicks(app)).at(-1);
    expect(click?.clicked_at).toEqual(app.clock.now());
    expect(click?.expires_at.getTime()).toBe(app.clock.now().getTime() + 14 * 86_400_000);
    expect(await clickStatistics(world)).toEqual({ campaign: 1, affiliate: 1 });
  });

  test("is never cached or indexed, and can be found in the log by its request ID", async () => {
    const world = await aLink(app);
    const answer = await follow(app, world.path);
    expect(answer.headers).toMatchObject({
      "cache-control": "no-store",
      "x-robots-tag": "noindex",
      "content-length": "0",
    });
    const again = await follow(app, world.path);
    expect(answer.headers["x-request-id"]).toMatch(/^req_[0-9a-f]{24}$/);
    expect(again.headers["x-request-id"]).not.toBe(answer.headers["x-request-id"]);
  });

  test.each([
    ["https://shop.example/a?x=1&y=a%20b&flag", "https://shop.example/a?x=1&y=a%20b&flag&service_id=ID"],
    ["https://shop.example/a#part", "https://shop.example/a?service_id=ID#part"],
    ["https://shop.example/a?x=1#part?no", "https://shop.example/a?x=1&service_id=ID#part?no"],
    ["https://shop.example", "https://shop.example/?service_id=ID"],
    ["https://shop.example/?service_id=old&x=1", "https://shop.example/?x=1&service_id=ID"],
    ["https://shop.example/?service%5Fid=old", "https://shop.example/?service_id=ID"],
    ["http://shop.example:8080/ä?q=ü", "http://shop.example:8080/%C3%A4?q=%C3%BC&service_id=ID"],
  ])("keeps the other parameters and the fragment of %s", async (target_url, expected) => {
    const world = await aLink(app, { target_url });
    const { location, clickId } = await follow(app, world.path);
    expect(location).toBe(expected.replace("ID", clickId ?? "none"));
  });

  test("on https limits the cookie to https, and COOKIE_DOMAIN shares it with the shop", async () => {
    const secure = await appForTest({ BASE_URL: "https://go.shop.example", COOKIE_DOMAIN: "shop.example" });
    const { cookie, headers } = await follow(secure, (await aLink(secure)).path);
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure; Domain=shop\.example$/);
    expect(headers["strict-transport-security"]).toBe("max-age=31536000");
  });
});

describe("a deep link", () => {
  let world: LinkWorld;
  beforeAll(async () => {
    world = await aLink(app, { target_url: "https://shop.example/spring?from=partner" });
  });

  test.each([
    ["/shoes", "https://shop.example/shoes?service_id=ID"],
    ["/shoes?size=42#reviews", "https://shop.example/shoes?size=42&service_id=ID#reviews"],
    ["https://shop.example/shoes", "https://shop.example/shoes?service_id=ID"],
    ["/shoes?service_id=clk_forged", "https://shop.example/shoes?service_id=ID"],
    ["/größe/ä b", "https://shop.example/gr%C3%B6%C3%9Fe/%C3%A4%20b?service_id=ID"],
  ])("to %s redirects there", async (to, expected) => {
    const { location, clickId } = await follow(app, `${world.path}?to=${encodeURIComponent(to)}`);
    expect(location).toBe(expected.replace("ID", clickId ?? "none"));
  });
});

describe("sub", () => {
  let world: LinkWorld;
  beforeAll(async () => {
    world = await aLink(app);
  });
  const subOf = async (query: string): Promise<string | null | undefined> => {
    app.clock.forward({ ms: 1 });
    expect((await follow(app, world.path + query)).clickId).toBeDefined();
    return (await storedClicks(app)).at(-1)?.sub;
  };

  test("is stored with the click", async () => expect(await subOf("?sub=newsletter-12")).toBe("newsletter-12"));
  test("is absent if the link has none", async () => expect(await subOf("?sub=")).toBeNull());
  test("is cut at 100 characters, without splitting one", async () =>
    expect(await subOf(`?sub=${encodeURIComponent("😀".repeat(120))}`)).toBe("😀".repeat(100)));
  test("loses characters that cannot be stored, and the click is kept", async () =>
    expect(await subOf("?sub=a%00b%0d%0ac%ED%A0%80")).toMatch(/^abc/));
});

describe("a visitor who has not consented", () => {
  test("is redirected and counted, without an ID, a cookie or a stored click", async () => {
    const world = await aLink(app);
    const before = (await storedClicks(app)).length;
    const { status, location, cookie } = await follow(app, `${world.path}?cons=0&sub=x`);
    expect({ status, location, cookie }).toEqual({
      status: 302,
      location: "https://shop.example/spring",
      cookie: undefined,
    });
    expect((await storedClicks(app)).length).toBe(before);
    expect(await clickStatistics(world)).toEqual({ campaign: 1, affiliate: 1 });
  });

  test("loses an earlier ID too", async () => {
    const world = await aLink(app);
    const first = await follow(app, world.path);
    const again = await follow(app, `${world.path}?cons=0`, { cookie: `service_id=${first.clickId}` });
    expect(again.location).toBe("https://shop.example/spring");
    expect(again.cookie).toBeUndefined();
  });
});

describe("requests that are not visits", () => {
  let world: LinkWorld;
  beforeAll(async () => {
    world = await aLink(app);
  });

  test.each<[string, Record<string, string>]>([
    ["a search engine", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" }],
    ["a link preview", { "user-agent": "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)" }],
    ["a chat preview", { "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" }],
    ["WhatsApp's preview", { "user-agent": "WhatsApp/2.23.20.0 A" }],
    ["a prefetch", { "sec-purpose": "prefetch" }],
    ["a prerender", { "sec-purpose": "prefetch;prerender" }],
    ["an older prefetch", { purpose: "prefetch" }],
  ])("%s is redirected and not counted", async (_who, headers) => {
    const { status, location, cookie } = await follow(app, world.path, headers);
    expect({ status, location, cookie }).toEqual({
      status: 302,
      location: "https://shop.example/spring",
      cookie: undefined,
    });
    expect(await clickStatistics(world)).toEqual({ campaign: 0, affiliate: 0 });
  });

  test("HEAD gets the same response as GET and is not counted", async () => {
    const answer = await follow(app, world.path, { method: "HEAD" });
    expect(answer.status).toBe(302);
    expect(answer.headers["location"]).toBe("https://shop.example/spring");
    expect(await clickStatistics(world)).toEqual({ campaign: 0, affiliate: 0 });
  });

  test.each<[string, Record<string, string>]>([
    ["curl", { "user-agent": "curl/8.5.0" }],
    ["an HTTP library", { "user-agent": "python-requests/2.32" }],
    ["a headless browser", { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/120.0.0.0 Safari/537.36" }],
    ["an empty user agent", { "user-agent": "" }],
    ["Facebook's in-app browser", { "user-agent": "Mozilla/5.0 (iPhone) [FBAN/FBIOS;FBAV/450.0]" }],
    ["LinkedIn's in-app browser", { "user-agent": "Mozilla/5.0 (iPhone) [LinkedInApp]/9.29" }],
  ])("%s is a visit", async (_who, headers) => {
    expect((await follow(app, world.path, headers)).clickId).toBeDefined();
  });
});

describe("an unknown link", () => {
  test.each([
    "/r/nobodyhas1",
    "/r/",
    "/r/%00",
    "/r/..%2f..%2fetc",
    `/r/${"a".repeat(5_000)}`,
    "/r/a/b",
    "/r/%C3%A4",
    "/r/%zz",
  ])("%s gets a page that says so", async (path) => {
    const answer = await follow(app, path);
    expect(answer.status).toBe(404);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(answer.text).toContain("Link not found");
    expect(answer.headers["location"]).toBeUndefined();
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
  });

  test("whose path is encoded gets a response, too", async () => {
    expect((await follow(app, (await aLink(app)).path.replace("r", "%72"))).status).toBe(404);
  });

  test("works as soon as an affiliate has it", async () => {
    const world = await aLink(app);
    expect((await follow(app, world.path)).clickId).toBeDefined();
  });
});

describe("ROLES", () => {
  test("without redirector leaves tracking links and the snippet to other processes", async () => {
    const api = await appForTest({ ROLES: "http" });
    const world = await aLink(api);
    expect((await follow(api, world.path)).status).toBe(404);
    expect((await follow(api, "/t.js")).status).toBe(404);
  });
});
