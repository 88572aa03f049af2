import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deepLanding, landingOf, landingWith } from "../../src/redirector/landing.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { aLink, follow, type LinkWorld } from "./links.ts";

let app: TestApp;
let world: LinkWorld;
beforeAll(async () => {
  app = await startApp();
  world = await aLink(app, { target_url: "https://shop.example/spring" });
});
afterAll(() => app.close());

const HOSTILE = [
  "//evil.example",
  "///evil.example",
  "////evil.example/",
  "\\\\evil.example",
  "/\\evil.example",
  "\\/evil.example",
  "/\t/evil.example",
  "\t//evil.example",
  "/\n/evil.example",
  "https://evil.example",
  "https:evil.example",
  "https:/evil.example",
  "https:\\\\evil.example",
  "HTTPS://EVIL.EXAMPLE",
  "http://shop.example/",
  "https://shop.example:444/",
  "https://shop.example.evil.example/",
  "https://shop.example@evil.example/",
  "https://user:secret@shop.example/",
  "https://shop.example%00.evil.example/",
  "https://shop。example.evil.example/",
  "//shop.example:443@evil.example",
  "javascript:alert(1)",
  "jav\tascript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "blob:https://shop.example/1",
  "file:///etc/passwd",
  "ftp://shop.example/",
  "//[::1]/",
  "//127.0.0.1/",
  "\u0000//evil.example",
  "https://evil.example\\@shop.example/",
  "https://xn--shp-0na.example/",
];

describe("a hostile ?to=", () => {
  test.each(HOSTILE)("%j never leaves the target's origin", async (to) => {
    const { status, location, headers } = await follow(app, `${world.path}?to=${encodeURIComponent(to)}`);
    expect(status).toBe(302);
    expect(new URL(location).origin).toBe("https://shop.example");
    expect(new URL(location).username + new URL(location).password).toBe("");
    expect(location).toMatch(/^https:\/\/shop\.example\/[\x21-\x7e]*$/);
    expect(Object.keys(headers)).not.toContain("x-injected");
  });

  test.each([
    "%0d%0aX-Injected:%20yes",
    "/a%0d%0aX-Injected:%20yes",
    "/%E5%98%8A%E5%98%8DX-Injected:yes",
    "%00",
    "%",
    "%zz",
    "%c0%ae",
  ])("%s cannot inject a header", async (raw) => {
    const { status, location, headers } = await follow(app, `${world.path}?to=${raw}&sub=${raw}`);
    expect(status).toBe(302);
    expect(new URL(location).origin).toBe("https://shop.example");
    expect(headers["x-injected"]).toBeUndefined();
  });

  test("of 8 KiB is followed like any other", async () => {
    const { status, location } = await follow(app, `${world.path}?to=/${"a".repeat(8_000)}`);
    expect(status).toBe(302);
    expect(location.startsWith(`https://shop.example/${"a".repeat(8_000)}?service_id=clk_`)).toBe(true);
  });

  test("given twice uses the first one", async () => {
    const { location } = await follow(app, `${world.path}?to=/first&to=//evil.example`);
    expect(location).toContain("https://shop.example/first?service_id=");
  });

  test("of any kind keeps the origin, and the response is one printable line", () => {
    const target = landingOf("https://shop.example/spring?a=1#x");
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.webUrl(), fc.stringMatching(/^[\\/:@?#.a\t\n-]{0,12}$/)),
        (to) => {
          const location = landingWith(deepLanding(target, to), "clk_00000000000000000000000000");
          expect(new URL(location).origin).toBe("https://shop.example");
          expect(location).toMatch(/^[\x21-\x7e]+$/);
          expect(new URL(location).searchParams.getAll("service_id")).toEqual(["clk_00000000000000000000000000"]);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe("a hostile query string", () => {
  test.each([
    "?",
    "?&&&=",
    "?to",
    "?to=&sub=&cons=",
    `?${"&".repeat(4_000)}`,
    `?${Array.from({ length: 1_000 }, (_, n) => `a${n}=1`).join("&")}`,
    "?__proto__=1&constructor=2",
    "?service_id=clk_00000000000000000000000000",
    "?sub=%F0%9F%98%80%ED%A0%80%FF",
    "?sub='%3B%20drop%20table%20clicks%3B--",
  ])("%s is treated like none", async (query) => {
    const { status, location, clickId } = await follow(app, world.path + query);
    expect(status).toBe(302);
    expect(location).toBe(`https://shop.example/spring?service_id=${clickId}`);
  });

  test("of 8 KiB of percent signs gets a response", async () => {
    expect((await follow(app, `${world.path}?sub=${"%".repeat(8_000)}`)).clickId).toBeDefined();
  });

  test("with the route in capital letters or with a second slash finds no link", async () => {
    expect((await follow(app, world.path.toUpperCase())).status).toBe(404);
    expect((await follow(app, `/${world.path}`)).status).toBe(404);
  });
});
