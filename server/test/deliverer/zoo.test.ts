import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Deliverer } from "../../src/deliverer/deliverer.ts";
import type { Egress } from "../../src/deliverer/egress.ts";
import type { FailureKind } from "../../src/domain/delivery.ts";
import { deleteEndpoint } from "../../src/usecases/webhooks/delete-endpoint.ts";
import { RECEIVER_HOST, type Certificate } from "./certificates.ts";
import { answer, Receiver, type Behaviour } from "./receiver.ts";
import { aDeliverer, anEgress, anEndpoint, anEvent, senderWorld, theRecord, type SenderWorld } from "./sender.ts";

const MEBIBYTE = 1_048_576;

/** Short, so that receivers that never respond time out soon. */
const SHORT_MS = 700;

let world: SenderWorld;
let impatient: Deliverer;
let impatientEgress: Egress;
beforeAll(async () => {
  world = await senderWorld();
  impatientEgress = anEgress(world.certificates, { deadlineMs: SHORT_MS });
  impatient = aDeliverer(world.app, impatientEgress);
});
afterAll(async () => {
  await impatientEgress.close();
  await world.close();
});

/** Creates an endpoint and an event for it, and returns the record of the first attempt. */
async function firstAttemptAt(url: string, deliverer = world.deliverer) {
  const endpoint = await anEndpoint(world, url);
  await anEvent(world);
  await deliverer.runUntilIdle();
  const { delivery, attempts } = await theRecord(world, endpoint);
  await deleteEndpoint(world.merchant.context, endpoint.endpoint.id);
  const [attempt] = attempts;
  if (!attempt || attempts.length > 1) throw new Error(`There were ${attempts.length} attempts.`);
  return { delivery, attempt };
}

async function firstAttempt(path: string, behaviour: Behaviour) {
  return firstAttemptAt(world.receiver.behave(path, behaviour));
}

describe("the status of a response", () => {
  it.each([200, 201, 202, 204, 299])("%i is delivered", async (status) => {
    const { delivery, attempt } = await firstAttempt(`/status-${status}`, answer(status));
    expect(delivery).toMatchObject({ status: "delivered", attempts: 1 });
    expect(attempt).toMatchObject({ statusCode: status, failure: null, failureText: null });
  });

  it.each([400, 404, 410, 429, 500, 503])("%i is retried", async (status) => {
    const { delivery, attempt } = await firstAttempt(`/status-${status}`, answer(status, "no"));
    expect(delivery).toMatchObject({ status: "waiting", attempts: 1 });
    expect(attempt).toMatchObject({ statusCode: status, failure: "status", response: "no" });
    expect(attempt.failureText).toContain(String(status));
  });

  it.each([301, 302, 303, 307, 308])("%i is not followed: its target is never requested", async (status) => {
    const location = world.receiver.url(`/flag-${status}`);
    const { delivery, attempt } = await firstAttempt(`/moved-${status}`, answer(status, "", { location }));
    expect(delivery.status).toBe("waiting");
    expect(attempt).toMatchObject({ statusCode: status, failure: "status" });
    expect(world.receiver.at(`/moved-${status}`)).toHaveLength(1);
    expect(world.receiver.at(`/flag-${status}`)).toHaveLength(0);
  });

  it("an informational response before the final one has no effect", async () => {
    const { delivery } = await firstAttempt("/early-hints", (_request, response) => {
      response.writeEarlyHints({ link: "</style.css>; rel=preload" }, () => response.writeHead(200).end());
    });
    expect(delivery.status).toBe("delivered");
  });
});

describe("the stored part of a response", () => {
  it("is the first KiB, regardless of its bytes", async () => {
    const body = Buffer.concat([Buffer.from("a\0b"), Buffer.from([0xff, 0xfe]), Buffer.alloc(2_000, "x")]);
    const { attempt } = await firstAttempt("/binary", (_request, response) => response.writeHead(500).end(body));
    expect(attempt.response).toBe(`a\u{FFFD}b\u{FFFD}\u{FFFD}${"x".repeat(1_024 - 5)}`);
  });

  it("needs no more than a few buffers, even for a gigabyte", async () => {
    let socket: Socket | undefined;
    const { delivery, attempt } = await firstAttempt("/gigabyte", (_request, response) => {
      socket = response.socket ?? undefined;
      const chunk = Buffer.alloc(MEBIBYTE, "g");
      let left = 1_024;
      const pour = (): void => {
        while (left > 0 && !response.destroyed) {
          left -= 1;
          if (!response.write(chunk)) return void response.once("drain", pour);
        }
        response.end();
      };
      response.writeHead(200);
      pour();
    });
    expect(delivery.status).toBe("delivered");
    expect(attempt.response).toBe("g".repeat(1_024));
    expect(socket?.bytesWritten).toBeLessThan(20 * MEBIBYTE);
  });

  it("is never decompressed, and compression is not requested", async () => {
    const bomb = gzipSync(Buffer.alloc(100 * MEBIBYTE));
    const { delivery, attempt } = await firstAttempt("/bomb", (_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" }).end(bomb);
    });
    expect(delivery.status).toBe("delivered");
    expect(Buffer.byteLength(attempt.response ?? "")).toBeLessThan(4_096);
    expect(world.receiver.at("/bomb")[0]?.headers["accept-encoding"]).toBe("identity");
  });
});

describe("receivers that disconnect or never finish", () => {
  it("a connection reset in the middle of the body is a failure, even with status 200", async () => {
    const { delivery, attempt } = await firstAttempt("/reset", (_request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("half", () => response.socket?.destroy());
    });
    expect(delivery.status).toBe("waiting");
    expect(attempt).toMatchObject({ statusCode: 200, failure: "reset" });
  });

  it.each<[string, Behaviour]>([
    ["never responds", () => {}],
    [
      "drips its headers",
      drip((response, count) => response.socket?.write(count === 0 ? "HTTP/1.1 200 OK\r\n" : `x-${count}: y\r\n`)),
    ],
    ["drips its body", drip((response) => response.write("."))],
  ])("one that %s is aborted at the deadline", async (name, behaviour) => {
    const url = world.receiver.behave(`/${encodeURIComponent(name)}`, behaviour);
    const { delivery, attempt } = await firstAttemptAt(url, impatient);
    expect(delivery.status).toBe("waiting");
    expect(attempt).toMatchObject({ failure: "timeout" });
    expect(attempt.durationMs).toBeGreaterThanOrEqual(SHORT_MS - 50);
  });

  it("one that stalls in the TLS handshake is aborted at the deadline", async () => {
    const { url, close } = await rawServer(() => {});
    const { attempt } = await firstAttemptAt(url, impatient);
    expect(attempt).toMatchObject({ statusCode: null, failure: "timeout", response: null });
    await close();
  });

  it.each<[string, (socket: Socket) => void, FailureKind]>([
    ["closes immediately", (socket) => socket.destroy(), "reset"],
    ["does not speak TLS", (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"), "tls"],
  ])("one that %s is a failure", async (_name, greet, failure) => {
    const { url, close } = await rawServer(greet);
    const { delivery, attempt } = await firstAttemptAt(url);
    expect(delivery.status).toBe("waiting");
    expect(attempt).toMatchObject({ statusCode: null, failure });
    await close();
  });

  it("a port without a listener is a refused connection", async () => {
    const { url, close } = await rawServer(() => {});
    await close();
    const { attempt } = await firstAttemptAt(url);
    expect(attempt).toMatchObject({ failure: "refused", failureText: "The connection was refused." });
  });

  it("a header of a hundred kilobytes is a failure", async () => {
    const { attempt } = await firstAttempt("/headers", answer(200, "", { "x-long": "y".repeat(100_000) }));
    expect(attempt).toMatchObject({ failure: "protocol" });
  });
});

describe("TLS", () => {
  it("uses at least version 1.2", async () => {
    await firstAttempt("/tls", answer(200));
    expect(["TLSv1.2", "TLSv1.3"]).toContain(world.receiver.at("/tls")[0]?.tlsVersion);
  });

  it.each<[string, (certificates: SenderWorld["certificates"]) => Certificate, string]>([
    ["for another name", ({ wrongName }) => wrongName, "ERR_TLS_CERT_ALTNAME_INVALID"],
    ["that has expired", ({ expired }) => expired, "CERT_HAS_EXPIRED"],
    ["that no authority signed", ({ stranger }) => stranger, "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ])("a certificate %s is rejected, and the body is never sent", async (_name, choose, code) => {
    const receiver = await new Receiver(choose(world.certificates)).listen();
    const { delivery, attempt } = await firstAttemptAt(receiver.url("/"));
    expect(delivery.status).toBe("waiting");
    expect(attempt).toMatchObject({ statusCode: null, failure: "tls" });
    expect(attempt.failureText).toContain(code);
    expect(receiver.received).toHaveLength(0);
    await receiver.close();
  });

  it("a receiver with version 1.1 at most is rejected", async () => {
    const receiver = await new Receiver(world.certificates.good, {
      maxVersion: "TLSv1.1",
      minVersion: "TLSv1",
      ciphers: "DEFAULT@SECLEVEL=0",
    }).listen();
    const { attempt } = await firstAttemptAt(receiver.url("/"));
    expect(attempt).toMatchObject({ failure: "tls" });
    expect(receiver.received).toHaveLength(0);
    await receiver.close();
  });
});

/** Writes a little again and again, forever. */
function drip(say: (response: Parameters<Behaviour>[1], count: number) => unknown): Behaviour {
  return (_request, response) => {
    let count = 0;
    const timer = setInterval(() => {
      say(response, count);
      count += 1;
    }, 50);
    response.on("close", () => clearInterval(timer));
  };
}

async function rawServer(greet: (socket: Socket) => void): Promise<{ url: string; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    greet(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, RECEIVER_HOST, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://${RECEIVER_HOST}:${port}/`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
