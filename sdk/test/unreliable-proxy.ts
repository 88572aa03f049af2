import {
  createServer,
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/**
 * What happens to a request:
 * - `pass`: nothing
 * - `cut`: the proxy reads it and closes the connection; the server never receives it
 * - `lose`: the server handles it, and the connection closes before the response
 * - `hang`: the proxy reads it and never responds
 * - the proxy responds itself, and the server never receives it
 * - with `after`: the server handles it first, and the proxy replaces the response
 */
export type Step =
  | "pass"
  | "cut"
  | "lose"
  | "hang"
  | {
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
      readonly after?: true;
    };

export interface Proxy {
  readonly address: string;
  /** For the next requests, in this order; later ones pass. */
  plan(...steps: Step[]): void;
  /** Method and path of each request since the last plan. */
  readonly seen: readonly string[];
  close(): Promise<void>;
}

export async function unreliableProxy(target: string): Promise<Proxy> {
  let steps: Step[] = [];
  let seen: string[] = [];
  const server = createServer((incoming, answer) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      seen.push(`${incoming.method} ${incoming.url}`);
      void carry(steps.shift() ?? "pass", { target, incoming, body: Buffer.concat(chunks), answer });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (...planned) => {
      steps = planned;
      seen = [];
    },
    get seen() {
      return seen;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

interface Passing {
  readonly target: string;
  readonly incoming: IncomingMessage;
  readonly body: Buffer;
  readonly answer: ServerResponse;
}

async function carry(step: Step, passing: Passing): Promise<void> {
  const { answer } = passing;
  if (step === "hang") return;
  if (step === "cut") return void answer.destroy();
  if (typeof step === "object") {
    if (step.after) await forward(passing);
    return void answer.writeHead(step.status, step.headers).end(step.body ?? "");
  }
  const { status, headers, body } = await forward(passing);
  if (step === "lose") return void answer.destroy();
  answer.writeHead(status, headers).end(body);
}

interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

function forward({ target, incoming, body }: Passing): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { method = "GET", url = "/", headers } = incoming;
    const outgoing = ask(target + url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
