import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { CONNECTION_LIMITS } from "../../src/http/connections.ts";
import { servePlainLinks } from "../../src/http/links/plain-connections.ts";
import type { LinkHandler } from "../../src/http/links/plain-exchange.ts";
import { readPlainRequest } from "../../src/http/links/plain-request.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { sendBytes } from "../support/sockets.ts";
import { aLink, portOf, storedClicks, type LinkWorld } from "./links.ts";

let app: TestApp;
let world: LinkWorld;
beforeAll(async () => {
  app = await startApp({}, { connectionLimits: { ...CONNECTION_LIMITS, checkEveryMs: 10 } });
  world = await aLink(app, { target_url: "https://shop.example/spring" });
});
afterAll(() => app.close());

const plain = (path: string, more = ""): string => `GET ${path} HTTP/1.1\r\nHost: go.example\r\n${more}\r\n`;

async function dial(): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: await portOf(app) });
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

/** The heads of this many responses, none of which has a body. */
async function heads(socket: Socket, count: number): Promise<string[]> {
  let text = "";
  while (text.split("\r\n\r\n").length <= count) text += String(((await once(socket, "data")) as [Buffer])[0]);
  return text.split("\r\n\r\n").slice(0, count);
}

const clickOf = (head: string | undefined): string | undefined => /service_id=(clk_\w+)/.exec(head ?? "")?.[1];
const namesOf = (head: string | undefined): string[] =>
  (head ?? "").split("\r\n").map((line) => line.split(":", 1)[0]?.toLowerCase() ?? "");

describe("a connection", () => {
  test("gets the same headers for a plain request as for any other", async () => {
    const socket = await dial();
    socket.write(plain(world.path));
    const [first] = await heads(socket, 1);
    // node:http reads this one.
    socket.write(plain(world.path, "TE: trailers\r\n"));
    const [second] = await heads(socket, 1);
    expect(clickOf(first)).toBeDefined();
    expect(clickOf(second)).toBeDefined();
    expect(namesOf(first).sort()).toEqual(namesOf(second).sort());
    expect(/keep-alive: .*/i.exec(first ?? "")?.[0]).toBe(/keep-alive: .*/i.exec(second ?? "")?.[0]);
  });

  test("gets every response of requests that are sent together or in pieces, in order", async () => {
    const socket = await dial();
    const paths = Array.from({ length: 12 }, (_, n) => `${world.path}?to=/page-${n}`);
    const text = paths.map((path) => plain(path)).join("");
    const responses = heads(socket, paths.length);
    const first = plain(paths[0] ?? "").length;
    socket.setNoDelay();
    socket.write(text.slice(0, first));
    // The second one arrives before the first has its response, and ends in the middle of a header.
    for (let at = first; at < text.length; at += 37) {
      socket.write(text.slice(at, at + 37));
      await new Promise((resolve) => setImmediate(resolve));
    }
    const pages = (await responses).map((head) => /location: https:\/\/shop.example\/(page-\d+)\?/.exec(head)?.[1]);
    expect(pages).toEqual(paths.map((_, n) => `page-${n}`));
  });

  test("can use other paths after a tracking link", async () => {
    const socket = await dial();
    socket.write(plain(world.path));
    await heads(socket, 1);
    socket.write(`GET /healthz HTTP/1.1\r\nHost: go.example\r\nConnection: close\r\n\r\n`);
    expect(String(((await once(socket, "data")) as [Buffer])[0])).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  test("that closes before its response still has its click recorded", async () => {
    const { length } = await storedClicks(app);
    const socket = await dial();
    socket.write(plain(world.path));
    socket.destroy();
    await expect.poll(async () => (await storedClicks(app)).length).toBe(length + 1);
  });

  test("whose client does not read its last response is closed", async () => {
    const server = createServer();
    const handle: LinkHandler = (_request, response) => {
      response.writeHead(200, []);
      response.end("a".repeat(16_000_000));
      return true;
    };
    const limits = { headersMs: 60_000, silenceMs: 100, checkEveryMs: 10 };
    servePlainLinks(server, { handle, now: () => new Date(0), limits });
    const accepted = once(server, "connection") as Promise<[Socket]>;
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = connect({ host: "127.0.0.1", port: (server.address() as AddressInfo).port });
    onTestFinished(() => {
      client.destroy();
      server.close();
    });
    client.pause().write(plain("/r/any", "Connection: close\r\n"));
    const [socket] = await accepted;
    await once(socket, "close");
    expect(socket.writableFinished).toBe(false);
  });

  test("is closed when it was idle for too long", async () => {
    const { server } = app.http;
    const before = server.keepAliveTimeout;
    onTestFinished(() => void (server.keepAliveTimeout = before));
    const socket = await dial();
    socket.write(plain(world.path));
    await heads(socket, 1);
    server.keepAliveTimeout = 20;
    expect(await once(socket, "close")).toEqual([false]);
  });

  test("that is idle does not delay the end of the process", async () => {
    const other = await startApp();
    const socket = connect({ host: "127.0.0.1", port: await portOf(other) });
    socket.write(plain("/r/unknown"));
    await once(socket, "data");
    const closed = once(socket, "close");
    await other.close();
    expect(await closed).toEqual([false]);
  });
});

describe("node:http reads", () => {
  const head = `GET /r/abc HTTP/1.1\r\n`;
  test.each([
    ["no host", `${head}Accept: a\r\n\r\n`],
    ["two hosts", `${head}Host: a\r\nHost: b\r\n\r\n`],
    ["a body", `${head}Host: a\r\nContent-Length: 3\r\n\r\n`],
    ["an empty body", `${head}Host: a\r\ncontent-length: 0\r\n\r\n`],
    ["chunks", `${head}Host: a\r\nTransfer-Encoding: chunked\r\n\r\n`],
    ["a header that hides one", `${head}Host: a\r\nContent-Length : 3\r\n\r\n`],
    ["a folded header", `${head}Host: a\r\nAccept: a\r\n b\r\n\r\n`],
    ["a line feed alone", `${head}Host: a\nAccept: a\r\n\r\n`],
    ["a carriage return alone", `${head}Host: a\rAccept: a\r\n\r\n`],
    ["a NUL", `${head}Host: a\u0000\r\n\r\n`],
    ["bytes that are not ASCII", `${head}Host: a\r\nAccept: \u00e4\r\n\r\n`],
    ["a line without a colon", `${head}Host: a\r\nAccept\r\n\r\n`],
    ["an upgrade", `${head}Host: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n`],
    ["an expectation", `${head}Host: a\r\nExpect: 100-continue\r\n\r\n`],
    ["HTTP/1.0", `GET /r/abc HTTP/1.0\r\nHost: a\r\n\r\n`],
    ["HEAD", `HEAD /r/abc HTTP/1.1\r\nHost: a\r\n\r\n`],
    ["another path", `GET /v1/abc HTTP/1.1\r\nHost: a\r\n\r\n`],
    ["a tab in its target", `GET /r/a\tb HTTP/1.1\r\nHost: a\r\n\r\n`],
    ["headers in its target", `GET /r/a\r\nContent-Length:9\r\nX: HTTP/1.1\r\nHost: a\r\n\r\n`],
    ["two spaces", `GET /r/abc  HTTP/1.1\r\nHost: a\r\n\r\n`],
    ["two requests", `${head}Host: a\r\n\r\n${head}Host: a\r\n\r\n`],
    ["half a request", `${head}Host: a\r\n`],
    ["long headers", `${head}Host: a\r\nAccept: ${"a".repeat(9_000)}\r\n\r\n`],
  ])("a request with %s", (_, text) => {
    expect(readPlainRequest(Buffer.from(text, "latin1"))).toBeUndefined();
  });

  test("every plain request in the same way", async () => {
    const server = createServer((request, response) => {
      const read = { url: request.url, rawHeaders: request.rawHeaders };
      const body = JSON.stringify(read);
      response.writeHead(200, { connection: "close", "content-length": Buffer.byteLength(body) }).end(body);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const piece = fc.constantFrom(
      "\r\n",
      "\r",
      "\n",
      ":",
      " ",
      "\t",
      ",",
      "a",
      "Cookie",
      "x",
      "Host",
      "\u0000",
      "\u00e4",
    );
    const line = fc.oneof(
      fc
        .tuple(fc.constantFrom("Accept", "X-Sub", "cookie", "x-forwarded-for"), fc.string())
        .map((pair) => pair.join(": ")),
      fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("")),
    );
    const requests = fc
      .tuple(fc.webPath(), fc.array(piece, { maxLength: 2 }), fc.array(line, { maxLength: 5 }))
      .map(
        ([path, pieces, lines]) =>
          `GET /r/${path}${pieces.join("")} HTTP/1.1\r\nHost: a\r\n${lines.map((each) => `${each}\r\n`).join("")}\r\n`,
      );
    let plainOnes = 0;
    await fc.assert(
      fc.asyncProperty(requests, async (text) => {
        const read = readPlainRequest(Buffer.from(text, "latin1"));
        if (!read) return;
        plainOnes += 1;
        const [, body = ""] = (await sendBytes(port, text)).split("\r\n\r\n");
        expect({ url: read.url, rawHeaders: read.rawHeaders }).toEqual(JSON.parse(body));
      }),
      // One in five is plain: 100 on average, with a standard deviation of 9.
      { numRuns: 500 },
    );
    expect(plainOnes).toBeGreaterThan(50);
  });
});

test.each([
  ["has listened", true],
  ["has never listened", false],
])("an application that %s is freed when it is closed", async (_, listens) => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const closed = async (): Promise<WeakRef<object>> => {
    const other = await startApp();
    if (listens) await portOf(other);
    await other.close();
    return new WeakRef(other.http);
  };
  const http = await closed();
  const isFreed = (): boolean => {
    collect();
    return http.deref() === undefined;
  };
  await expect.poll(isFreed).toBe(true);
});
