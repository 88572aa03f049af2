import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import type { SecureContextOptions, TLSSocket } from "node:tls";
import { RECEIVER_HOST, type Certificate } from "./certificates.ts";
import { freePort } from "../../../scripts/free-port.mjs";

export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly tlsVersion: string | null;
}

export type Behaviour = (request: Received, response: ServerResponse) => void;

export const later =
  (ms: number): Behaviour =>
  (_request, response) => {
    setTimeout(() => response.writeHead(200).end(), ms);
  };

export const answer =
  (status: number, body = "", headers: Record<string, string> = {}): Behaviour =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

/** An https server that records requests and responds as configured per path. */
export class Receiver {
  readonly received: Received[] = [];
  readonly #server: Server;
  readonly #behaviours = new Map<string, Behaviour>();
  #arrived: (() => void)[] = [];
  /** Requests without a complete response, now and at most. */
  open = 0;
  openMax = 0;

  constructor({ key, cert }: Certificate, options: SecureContextOptions = {}) {
    this.#server = createServer({ key, cert, ...options }, (request, response) => void this.#serve(request, response));
    this.#server.on("tlsClientError", () => {});
  }

  async listen(): Promise<this> {
    const port = await freePort();
    await new Promise<void>((resolve) => this.#server.listen(port, RECEIVER_HOST, resolve));
    return this;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  url(path: string, host = RECEIVER_HOST): string {
    return `https://${host}:${this.port}${path}`;
  }

  /** Sets the response of this path. The default is 200. */
  behave(path: string, behaviour: Behaviour): string {
    this.#behaviours.set(path, behaviour);
    return this.url(path);
  }

  at(path: string): Received[] {
    return this.received.filter((request) => request.path === path);
  }

  /** Resolves at the next request. */
  next(): Promise<void> {
    return new Promise((resolve) => this.#arrived.push(resolve));
  }

  async until(condition: () => boolean): Promise<void> {
    while (!condition()) await this.next();
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open += 1;
    this.openMax = Math.max(this.openMax, this.open);
    response.on("close", () => (this.open -= 1));
    response.on("error", () => {});
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url ?? "";
    const tlsVersion = (request.socket as TLSSocket).getProtocol();
    const received = { path, headers: request.headers, body: Buffer.concat(chunks).toString("utf8"), tlsVersion };
    this.received.push(received);
    (this.#behaviours.get(path) ?? answer(200))(received, response);
    for (const told of this.#arrived.splice(0)) told();
  }
}
