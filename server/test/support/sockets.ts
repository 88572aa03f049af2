import { request, type Agent } from "node:http";
import { connect as connectSocket } from "node:net";
import type { AddressInfo } from "node:net";
import type { TestApp } from "./app.ts";

/** Real HTTP: listens on a free port of this machine, and returns it. */
export async function listen(app: TestApp): Promise<number> {
  await app.http.listen({ host: "127.0.0.1", port: 0 });
  return (app.http.server.address() as AddressInfo).port;
}

export interface SocketResponse {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
}

export interface SocketRequest {
  readonly port: number;
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly agent?: Agent;
}

export function send({
  port,
  method = "GET",
  path,
  headers = {},
  body,
  agent,
}: SocketRequest): Promise<SocketResponse> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent: agent ?? false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Sends raw bytes that no HTTP client would send; resolves to everything received. */
export function sendBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connectSocket({ host: "127.0.0.1", port }, () => socket.write(bytes));
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      text += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text));
  });
}
