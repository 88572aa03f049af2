import type { Server } from "node:http";
import type { Socket } from "node:net";
import { PlainExchange, type LinkHandler, type PlainSender } from "./plain-exchange.ts";
import { readPlainRequest } from "./plain-request.ts";

export interface PlainOptions {
  readonly handle: LinkHandler;
  readonly now: () => Date;
  /** Time limits, as for the connections of node:http. */
  readonly limits: { readonly headersMs: number; readonly silenceMs: number; readonly checkEveryMs: number };
}

/**
 * Serves the tracking links of a server without node:http, which takes more CPU time for a redirect than recording its
 * click does. It only reads plain requests that arrive whole. With the first other bytes, the connection goes to
 * node:http and stays there.
 */
export function servePlainLinks(server: Server, { handle, now, limits }: PlainOptions): void {
  const [serve] = server.listeners("connection") as [(socket: Socket) => void];
  const connections = new Set<PlainConnection>();
  const date = dateHeader(now);
  const host: Host = { server, limits, handle, connections, serve: (socket) => serve.call(server, socket), date };
  server.off("connection", serve);
  server.on("connection", (socket: Socket) => connections.add(new PlainConnection(socket, host)));
  // A server that never listens emits no "close" either.
  server.on("listening", () => {
    const timer = setInterval(() => {
      const nowMs = performance.now();
      for (const connection of connections) connection.check(nowMs);
    }, limits.checkEveryMs).unref();
    server.once("close", () => clearInterval(timer));
  });
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    closeIdle();
    for (const connection of connections) connection.closeIfIdle();
  };
  const closeAll = server.closeAllConnections.bind(server);
  server.closeAllConnections = () => {
    closeAll();
    for (const { socket } of connections) socket.destroy();
  };
}

interface Host extends Pick<PlainOptions, "handle" | "limits"> {
  readonly server: Server;
  readonly connections: Set<PlainConnection>;
  /** Leaves the connection to node:http. */
  readonly serve: (socket: Socket) => void;
  readonly date: () => string;
}

/** `new`: nothing has arrived yet. `busy`: a request has no response yet. `over`: closing, or left to node:http. */
type State = "new" | "idle" | "busy" | "over";

class PlainConnection implements PlainSender {
  readonly socket: Socket;
  readonly #host: Host;
  #state: State = "new";
  /** When its state changed. */
  #since = performance.now();
  /** Bytes that arrived before the response to the last request was sent. */
  #early: Buffer | undefined;
  #hasEnded = false;

  constructor(socket: Socket, host: Host) {
    this.socket = socket;
    this.#host = host;
    socket.on("data", this.#onData).on("end", this.#onEnd).on("close", this.#onClose).on("error", this.#onError);
  }

  /** Closes a connection that has reached its time limit, as node:http does. */
  check(nowMs: number): void {
    const { server, limits } = this.#host;
    const forMs = nowMs - this.#since;
    if (this.#state === "new" && forMs >= limits.headersMs) {
      this.#state = "over";
      const error = Object.assign(new Error("Request timeout"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
      server.emit("clientError", error, this.socket);
    } else if (this.#state === "idle" && server.keepAliveTimeout > 0 && forMs >= server.keepAliveTimeout)
      this.socket.destroy();
    // Also one that is closing, if the client does not read its last response.
    else if ((this.#state === "busy" || this.#state === "over") && forMs >= limits.silenceMs) this.socket.destroy();
  }

  closeIfIdle(): void {
    if (this.#state === "idle") this.socket.destroy();
  }

  tail(closes: boolean): string {
    const { server, date } = this.#host;
    if (closes) return `${date()}Connection: close\r\n`;
    return `${date()}Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(server.keepAliveTimeout / 1000)}\r\n`;
  }

  /** All headers and pages are ASCII. */
  send(text: string, closes: boolean): void {
    const { socket } = this;
    if (!socket.writable) return;
    const isSent = socket.write(text, "latin1");
    if (closes || !this.#host.server.listening) this.#close();
    else if (isSent) this.#next();
    // A client that does not read its responses must not make more.
    else socket.once("drain", () => this.#next());
  }

  #close(): void {
    this.#state = "over";
    this.#since = performance.now();
    this.socket.destroySoon();
  }

  #next(): void {
    const early = this.#early;
    if (early === undefined && this.#hasEnded) return this.#close();
    this.#state = "idle";
    this.#since = performance.now();
    if (early === undefined) return;
    this.#early = undefined;
    this.socket.resume();
    this.#onData(early);
  }

  readonly #onData = (bytes: Buffer): void => {
    if (this.#state === "over") return;
    if (this.#state === "busy") {
      this.#early = this.#early === undefined ? bytes : Buffer.concat([this.#early, bytes]);
      this.socket.pause();
      return;
    }
    const request = readPlainRequest(bytes);
    // Nothing can be handed over after the end.
    if (request === undefined) return this.#hasEnded ? this.#close() : this.#leave(bytes);
    this.#state = "busy";
    this.#since = performance.now();
    const exchange = new PlainExchange(request, this);
    if (!this.#host.handle(exchange, exchange)) this.#leave(bytes);
  };

  /** Lets node:http read these bytes and all that follow. */
  #leave(bytes: Buffer): void {
    const { socket } = this;
    this.#state = "over";
    this.#host.connections.delete(this);
    socket.off("data", this.#onData).off("end", this.#onEnd).off("close", this.#onClose).off("error", this.#onError);
    socket.unshift(bytes);
    this.#host.serve(socket);
  }

  readonly #onEnd = (): void => {
    this.#hasEnded = true;
    if (this.#state !== "busy") this.socket.end();
  };
  readonly #onClose = (): void => {
    this.#state = "over";
    this.#host.connections.delete(this);
  };
  /** The connection closes as well. */
  readonly #onError = (): void => {};
}

/** Formatted once per second. */
function dateHeader(now: () => Date): () => string {
  let second = -1;
  let text = "";
  return () => {
    const date = now();
    const current = Math.floor(date.getTime() / 1000);
    if (current === second) return text;
    second = current;
    return (text = `Date: ${date.toUTCString()}\r\n`);
  };
}
