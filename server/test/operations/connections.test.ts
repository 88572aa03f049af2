import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { CONNECTION_LIMITS, type ConnectionLimits } from "../../src/http/connections.ts";
import { startApp, type TestApp } from "../support/app.ts";
import { listen, send } from "../support/sockets.ts";

/** Much longer than a test: only the limits that a test sets can close a connection. */
const NEVER_MS = 3_600_000;
const LAX: ConnectionLimits = {
  headersMs: NEVER_MS,
  requestMs: NEVER_MS,
  silenceMs: NEVER_MS,
  lingerMs: NEVER_MS,
  checkEveryMs: 10,
  maxConnections: 100,
};

async function appWith(limits: Partial<ConnectionLimits>): Promise<{ app: TestApp; port: number }> {
  const app = await startApp({}, { connectionLimits: { ...LAX, ...limits } });
  const port = await listen(app);
  onTestFinished(() => app.close());
  return { app, port };
}

/** Keeps its side open when the server closes, like a hostile client. */
async function dial(port: number, bytes = ""): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port, allowHalfOpen: true });
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  if (bytes !== "") socket.write(bytes);
  return socket;
}

function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write("x"), 5);
  socket.once("close", () => clearInterval(timer));
  onTestFinished(() => clearInterval(timer));
}

const connectionsOf = ({ http }: TestApp): Promise<number> =>
  new Promise((resolve, reject) => {
    http.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
const POST = "POST /api/session HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n";

test("closes a connection that never sends a request", async () => {
  const { app, port } = await appWith({ headersMs: 50, lingerMs: 10 });
  await dial(port);
  await expect.poll(() => connectionsOf(app)).toBe(0);
});

test("closes a connection whose headers arrive slowly", async () => {
  const { app, port } = await appWith({ headersMs: 50, lingerMs: 10 });
  drip(await dial(port, "GET / HTTP/1.1\r\nx-slow: "));
  await expect.poll(() => connectionsOf(app)).toBe(0);
});

test("responds to a slow body with 408 and closes the connection", async () => {
  const { app, port } = await appWith({ headersMs: 50, requestMs: 50, lingerMs: 10 });
  const socket = await dial(port, POST);
  const [first] = (await once(socket, "data")) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  drip(socket);
  await expect.poll(() => connectionsOf(app)).toBe(0);
});

test("closes a connection that stays open after a response to bytes that are not HTTP", async () => {
  const { app, port } = await appWith({ lingerMs: 10 });
  const socket = await dial(port, "not http\r\n\r\n");
  const [first] = (await once(socket, "data")) as [Buffer];
  expect(first.toString()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  await expect.poll(() => connectionsOf(app)).toBe(0);
});

test("closes a connection whose client does not read", async () => {
  const { app, port } = await appWith({ silenceMs: 50 });
  const socket = await dial(port);
  socket.pause();
  socket.write("GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n".repeat(100));
  await expect.poll(() => connectionsOf(app)).toBe(0);
});

test("refuses connections above the limit and keeps serving those below it", async () => {
  const { port } = await appWith({ maxConnections: 2 });
  const [first] = [await dial(port), await dial(port)];
  const third = await dial(port);
  third.resume();
  await once(third, "end");
  first.write("GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
  const [data] = (await once(first, "data")) as [Buffer];
  expect(data.toString()).toMatch(/^HTTP\/1\.1 200 OK/);
});

test("checks often enough to keep the documented limits", async () => {
  const app = await startApp();
  onTestFinished(() => app.close());
  const { server } = app.http;
  expect([server.headersTimeout, server.requestTimeout, server.timeout, server.maxConnections]).toEqual([
    10_000, 30_000, 300_000, 10_000,
  ]);
  expect(CONNECTION_LIMITS.checkEveryMs).toBe(5_000);
  const port = await listen(app);
  expect((await send({ port, path: "/healthz" })).headers["permissions-policy"]).toContain("camera=()");
});
