import { describe, expect, onTestFinished, test, vi } from "vitest";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fastify from "fastify";
import {
  clickCookie,
  clickIdInCookies,
  clickIdInUrl,
  clickIdOf,
  expressClicks,
  fastifyClicks,
  isClickId,
  withClickCookie,
} from "tributary-sdk";

const OLDER = "clk_01kjmma2g0f1rrrffrgqrx4a05";
const NEWER = "clk_01kjnma2g0f1rrrffrgqrx4a05";
const FORGED = "clk_7zzzzzzzzzzzzzzzzzzzzzzzzz";
const COOKIE = `service_id=${NEWER}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax; Secure`;

describe("a click ID", () => {
  test.each([
    "",
    "clk_",
    "clk_81kjmma2g0f1rrrffrgqrx4a05",
    "clk_01kjmma2g0f1rrrffrgqrx4a0i",
    `${NEWER} `,
    `conv_${NEWER}`,
    null,
    7,
  ])("is not %j", (text) => expect(isClickId(text)).toBe(false));

  test("is found in a URL, and nothing else is", () => {
    expect(clickIdInUrl(`https://shop.example/a?x=1&service_id=${NEWER}#y`)).toBe(NEWER);
    expect(clickIdInUrl(`/a?service_id=${OLDER}&service_id=${NEWER}`)).toBe(NEWER);
    expect(clickIdInUrl(`/a#service_id=${NEWER}`)).toBeUndefined();
    expect(clickIdInUrl("/a?service_id=<script>")).toBeUndefined();
    expect(clickIdInUrl("")).toBeUndefined();
    expect(clickIdInUrl(`/a?back=/b?c=1&service_id=${NEWER}`)).toBe(NEWER);
    expect(clickIdInUrl(`/a?x=1#?service_id=${NEWER}`)).toBeUndefined();
    expect(clickIdInUrl(`service_id=${NEWER}`)).toBeUndefined();
  });

  test("is the newest of several cookies", () => {
    expect(clickIdInCookies(`a=b; service_id=${NEWER}; service_id=${OLDER}`)).toBe(NEWER);
    expect(clickIdInCookies(`xservice_id=${NEWER}`)).toBeUndefined();
    expect(clickIdInCookies(`service_ix=${NEWER}`)).toBeUndefined();
    expect(clickIdInCookies(undefined)).toBeUndefined();
  });

  test("is the newer one of the URL and the cookie", () => {
    const visit = (url: string, id: string) => clickIdOf({ url, headers: { cookie: `service_id=${id}` } });
    expect(visit(`/?service_id=${NEWER}`, OLDER)).toBe(NEWER);
    expect(visit(`/?service_id=${OLDER}`, NEWER)).toBe(NEWER);
  });

  test("from the future loses to one that can be real", () => {
    expect(clickIdInCookies(`service_id=${FORGED}; service_id=${OLDER}`)).toBe(OLDER);
    expect(clickIdInUrl(`/a?service_id=${OLDER}&service_id=${FORGED}`)).toBe(OLDER);
    const visit = (url: string, id: string) => clickIdOf({ url, headers: { cookie: `service_id=${id}` } });
    expect(visit(`/?service_id=${FORGED}`, OLDER)).toBe(OLDER);
    expect(visit(`/?service_id=${OLDER}`, FORGED)).toBe(OLDER);
    expect(visit("/", FORGED)).toBe(FORGED);
  });

  test("may be up to a day ahead of this machine's clock", () => {
    const made = (ms: number): string => {
      const digits = Array.from({ length: 10 }, (_, index) => Math.floor(ms / 32 ** (9 - index)) % 32);
      return `clk_${digits.map((digit) => "0123456789abcdefghjkmnpqrstvwxyz"[digit]).join("")}0000000000000000`;
    };
    const now = Date.parse("2026-03-01T12:00:00.000Z");
    vi.useFakeTimers({ now, toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const [real, dayAhead, later] = [made(now), made(now + 86_400_000), made(now + 86_400_001)];
    expect(clickIdInUrl(`/?service_id=${real}&service_id=${dayAhead}`)).toBe(dayAhead);
    expect(clickIdInUrl(`/?service_id=${real}&service_id=${later}`)).toBe(real);
  });

  test("is accepted on a machine whose clock is far behind: the one that arrives wins", () => {
    vi.useFakeTimers({ now: new Date("2001-01-01T00:00:00.000Z"), toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const visit = (url: string, id: string) => clickIdOf({ url, headers: { cookie: `service_id=${id}` } });
    expect(visit(`/?service_id=${NEWER}`, OLDER)).toBe(NEWER);
    expect(visit(`/?service_id=${OLDER}`, NEWER)).toBe(OLDER);
    expect(clickIdOf({ url: `/?service_id=${NEWER}`, headers: {} })).toBe(NEWER);
    expect(visit("/", NEWER)).toBe(NEWER);
  });

  test("cannot inject anything into a cookie", () => {
    expect(() => clickCookie(`${NEWER}; Domain=evil.example`)).toThrow(TypeError);
    expect(clickCookie(NEWER, { days: 7, domain: "shop.example", secure: false })).toBe(
      `service_id=${NEWER}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax; Domain=shop.example`,
    );
    expect(() => clickCookie("x")).toThrow("Not a click ID.");
    expect(clickCookie(NEWER, { days: 0.000_02 })).toContain("Max-Age=2;");
    expect(clickCookie(NEWER)).toBe(COOKIE);
  });
});

/** A shop's response, and the click ID it found, for a request with this path and these cookies. */
interface Shop {
  visit(path: string, cookie?: string): Promise<{ cookies: string[]; clickId: string | undefined }>;
  close(): Promise<unknown>;
}

async function nodeShop(): Promise<Shop> {
  const middleware = expressClicks();
  const server = createServer((request, response) => {
    response.setHeader("set-cookie", "session=1");
    middleware(request, response, () => response.end(clickIdOf(request) ?? ""));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    visit: (path, cookie) => ask(address + path, cookie),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function fastifyShop(): Promise<Shop> {
  const app = fastify();
  await app.register(fastifyClicks());
  app.get("/*", (request, reply) => reply.header("set-cookie", "session=1").send(clickIdOf(request.raw) ?? ""));
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  return { visit: (path, cookie) => ask(address + path, cookie), close: () => app.close() };
}

async function webShop(): Promise<Shop> {
  return {
    visit: async (path, cookie) => {
      const request = new Request(`https://shop.example${path}`, { headers: cookie === undefined ? {} : { cookie } });
      const response = new Response(clickIdOf(request) ?? "", { headers: { "set-cookie": "session=1" } });
      return read(withClickCookie(request, response));
    },
    close: () => Promise.resolve(),
  };
}

const ask = async (url: string, cookie?: string) =>
  read(await fetch(url, { headers: cookie === undefined ? {} : { cookie } }));

async function read(response: Response) {
  const text = await response.text();
  return { cookies: response.headers.getSetCookie().sort(), clickId: text === "" ? undefined : text };
}

describe.each([
  ["Express and node:http", nodeShop],
  ["Fastify", fastifyShop],
  ["Request and Response", webShop],
])("the middleware for %s", (_name, open) => {
  test("keeps the landing page's click ID alongside the shop's own cookies", async () => {
    const shop = await open();
    expect(await shop.visit(`/landing?service_id=${NEWER}`)).toEqual({
      cookies: [COOKIE, "session=1"],
      clickId: NEWER,
    });
    await shop.close();
  });

  test("sets no cookie on other pages, and still knows the click", async () => {
    const shop = await open();
    expect(await shop.visit("/checkout", `service_id=${NEWER}`)).toEqual({ cookies: ["session=1"], clickId: NEWER });
    expect(await shop.visit("/checkout")).toEqual({ cookies: ["session=1"], clickId: undefined });
    await shop.close();
  });

  test("does not let an old landing page, opened again, replace a newer click", async () => {
    const shop = await open();
    const visited = await shop.visit(`/landing?service_id=${OLDER}`, `service_id=${NEWER}`);
    expect(visited).toEqual({ cookies: ["session=1"], clickId: NEWER });
    await shop.close();
  });

  test("ignores invalid click IDs", async () => {
    const shop = await open();
    const visited = await shop.visit("/landing?service_id=%0d%0aset-cookie:x=1", "service_id=x");
    expect(visited).toEqual({ cookies: ["session=1"], clickId: undefined });
    await shop.close();
  });
});

test("Express keeps cookies that were already set, one or several, and reads the URL before routers strip it", () => {
  const set = (before: string | string[] | number | undefined): readonly string[] => {
    let cookies: readonly string[] = [];
    const response = {
      getHeader: (name: string) => (name === "set-cookie" ? before : undefined),
      setHeader: (name: string, value: readonly string[]) => (cookies = name === "set-cookie" ? value : []),
    };
    const request = { url: "/", originalUrl: `/shop?service_id=${NEWER}`, headers: {} };
    expressClicks()(request, response, () => {});
    return cookies;
  };
  expect([set(undefined), set("a=1"), set(["a=1", "b=2"]), set(7)]).toEqual([
    [COOKIE],
    ["a=1", COOKIE],
    ["a=1", "b=2", COOKIE],
    ["7", COOKIE],
  ]);
  expect(clickIdOf({ headers: {} })).toBeUndefined();
});

test("asks for consent with the request, and leaves a response without a new click unchanged", () => {
  const request = new Request(`https://shop.example/?service_id=${NEWER}`);
  const asked: Request[] = [];
  const consent = (from: Request): boolean => asked.push(from) > 0;
  expect(withClickCookie(request, new Response(""), { consent, days: 1 }).headers.getSetCookie()).toEqual([
    COOKIE.replace("2592000", "86400"),
  ]);
  expect(asked).toEqual([request]);
  const other = new Response("");
  expect(withClickCookie(new Request("https://shop.example/"), other)).toBe(other);
});

test.each([false, undefined, null, 1, "granted", Promise.resolve(true)])(
  "keeps nothing if the consent is %s instead of true",
  (answer) => {
    const request = new Request(`https://shop.example/?service_id=${NEWER}`);
    const response = withClickCookie(request, new Response(""), { consent: () => answer as boolean });
    expect(response.headers.getSetCookie()).toEqual([]);
  },
);
