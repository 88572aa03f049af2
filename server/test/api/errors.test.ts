import { raw } from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { appForFile, call, type Answer, type TestApp } from "../support/app.ts";
import { flagOf, nameOf, operations } from "../support/operations.ts";
import { aShop, expectFailure, tracked, worldForFile } from "../support/shop.ts";
import { listen, send, sendBytes } from "../support/sockets.ts";

const world = worldForFile();
/** The application whose tables are hidden says so in its log. */
let silent: TestApp;
let port: number;
beforeAll(async () => {
  silent = await appForFile({ LOG_LEVEL: "silent" });
  port = await listen(world.app);
});
const REQUEST_ID = /^req_[0-9a-f]{24}$/;

describe("X-Request-Id", () => {
  it.each([
    "/v1/campaigns",
    "/v1/nothing",
    "/nothing",
    "/healthz",
    "/readyz",
    "/openapi.json",
    "/docs",
    "/api/session",
  ])("stands on the answer of %s, with or without a key", async (path) => {
    for (const key of [undefined, world.shop.merchant.key]) {
      const { headers } = await call(world.app, "GET", path, key === undefined ? {} : { key });
      expect(headers["x-request-id"]).toMatch(REQUEST_ID);
    }
  });

  it("is ours: a client cannot choose it", async () => {
    const { headers } = await call(world.app, "GET", "/nothing", {
      headers: { "x-request-id": "mine", "request-id": "mine" },
    });
    expect(headers["x-request-id"]).toMatch(REQUEST_ID);
  });
});

describe("unknown paths outside /v1 404", () => {
  it.each(["/nothing", "/v2/campaigns", "/v1x", "/%00", "/%zz", "/..%2f..%2fetc/passwd", "//", "/api/nothing"])(
    "%s",
    async (path) => {
      expectFailure(await call(world.app, "GET", path), [404, "path_not_found"]);
    },
  );
});

describe("bytes that are no HTTP request", () => {
  it.each([
    ["nonsense", "nonsense\r\n\r\n", 400],
    ["a header without a colon", "GET / HTTP/1.1\r\nhost: a\r\nbroken\r\n\r\n", 400],
    ["two lengths", "POST /v1/campaigns HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab", 400],
    [
      "length and chunks",
      "POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
      400,
    ],
    ["headers of 20 KB", `GET / HTTP/1.1\r\nhost: a\r\nx: ${"y".repeat(20_000)}\r\n\r\n`, 431],
  ])("are answered with the form of every failure: %s", async (_what, bytes, status) => {
    const text = await sendBytes(port, bytes);
    const [head = "", body = ""] = text.split("\r\n\r\n");
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const id = /x-request-id: (req_[0-9a-f]{24})/.exec(head)?.[1];
    expect(JSON.parse(body)).toEqual({ error: "The request is not valid.", code: "invalid_request", request_id: id });
  });

  it("leave the server answering others", async () => {
    await Promise.all(["\0\0\0\0", "GET", "<xml>"].map((bytes) => sendBytes(port, `${bytes}\r\n\r\n`)));
    expect((await send({ port, path: "/healthz" })).status).toBe(200);
  });
});

describe.each(operations.map((operation) => [nameOf(operation), operation] as const))("%s 500", (_name, operation) => {
  it("has a fixed text and shows nothing of the inside", async () => {
    const shop = await aShop(silent);
    const path = operation.path(shop, await tracked(shop));
    const body = operation.body?.(shop);
    await rename((table) => [table, `hidden_${table}`]);
    const answer = await shop.merchant.call(operation.method, path, body === undefined ? {} : { body });
    await rename((table) => [`hidden_${table}`, table]);
    expectFailure(answer, [500, "internal_error"], flagOf(operation));
    expect(answer.body.error).toBe("Something went wrong on our side. Quote the request_id when you report it.");
    expect(shownInside(answer)).toEqual([]);
    expect((await shop.merchant.call("GET", "/v1/campaigns")).status).toBe(200);
  });
});

async function rename(names: (table: string) => [string, string]): Promise<void> {
  for (const table of ["campaigns", "conversions"])
    await silent.db.query(raw(`alter table ${names(table).join(" rename to ")}`));
}

/** Words that only the inside knows. */
const shownInside = ({ text, headers }: Answer): string[] =>
  ["relation", "hidden", "select", "node_modules", ".ts", "at ", "pg", "postgres", "fastify"].filter((word) =>
    `${text} ${JSON.stringify({ ...headers, "content-security-policy": "" })}`.toLowerCase().includes(` ${word}`),
  );
