import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { RECEIPT_BYTES_MAX } from "tributary-sdk/limits";
import { AppError } from "../../domain/errors.ts";
import { Inbox } from "../../usecases/connectors/inbox.ts";
import type { Services } from "../../usecases/context.ts";
import type { RequestDurations } from "./metrics.ts";
import { failureResponse, type ErrorReporter } from "../response/errors.ts";

export interface InboxOptions {
  readonly services: Services;
  readonly reporter: ErrorReporter;
  readonly durations: RequestDurations;
}

const ROUTE = "/in/:connector_id";
const PATH = "/in/";
const ACCEPTED = '{"success":true}';

/**
 * The webhooks of shops. They do not pass through the framework: its hooks, parsers and headers take longer than
 * checking and storing a webhook. Any content type is taken as raw bytes, because the signature covers exactly those.
 */
export class InboxEndpoint {
  readonly #inbox: Inbox;
  readonly #reporter: ErrorReporter;
  readonly #durations: RequestDurations;
  readonly #requestId: () => string;
  #closing = false;

  constructor({ services, reporter, durations }: InboxOptions) {
    this.#inbox = new Inbox(services, {
      isDatabaseUnavailable: (error) => reporter.isDatabaseUnavailable(error),
      onError: (error) => reporter.report(error, "inbox"),
    });
    this.#reporter = reporter;
    this.#durations = durations;
    this.#requestId = services.random.requestIds();
  }

  /** Handles the request if it is a webhook; false leaves it to the routes. */
  readonly handle = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== "POST" || request.url?.startsWith(PATH) !== true) return false;
    const queryAt = request.url.indexOf("?");
    const connectorId = request.url.slice(PATH.length, queryAt === -1 ? undefined : queryAt);
    const begunAt = performance.now();
    void this.#receive(connectorId, request, response).then(() => {
      const labels = { method: "POST", route: ROUTE, status: String(response.statusCode) };
      this.#durations.observe(labels, (performance.now() - begunAt) / 1000);
    });
    return true;
  };

  /** As a route too, so that the router knows it and injected requests reach it. */
  readonly route = (app: FastifyInstance, _options: object, ready: () => void): void => {
    app.addHook("preClose", (done) => {
      this.#closing = true;
      done();
    });
    app.addHook("onClose", () => this.#inbox.close());
    app.removeAllContentTypeParsers();
    // Leaves the body to `#receive`.
    app.addContentTypeParser("*", (_request, _payload, done) => done(null));
    app.post<{ Params: { connector_id: string } }>(ROUTE, { schema: { hide: true } }, async (request, reply) => {
      reply.hijack();
      await this.#receive(request.params.connector_id, request.raw, reply.raw);
    });
    ready();
  };

  async #receive(connectorId: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = this.#requestId();
    try {
      const body = await bodyOf(request);
      await this.#inbox.receive(connectorId, { headers: request.headers, body });
      this.#respond(response, 200, { requestId, content: ACCEPTED });
    } catch (error) {
      // The client has gone, and nobody reads a response.
      if (request.destroyed && !request.complete) return;
      const { status, waitSeconds, content } = failureResponse(error, requestId, this.#reporter);
      this.#respond(response, status, { requestId, content, waitSeconds, isUnread: !request.complete });
    }
  }

  #respond(
    response: ServerResponse,
    status: number,
    sent: { requestId: string; content: string; waitSeconds?: number | undefined; isUnread?: boolean },
  ): void {
    const headers = ["x-request-id", sent.requestId, "cache-control", "no-store", "x-content-type-options", "nosniff"];
    headers.push("content-type", "application/json; charset=utf-8");
    headers.push("content-length", String(Buffer.byteLength(sent.content)));
    if (sent.waitSeconds !== undefined) headers.push("retry-after", String(sent.waitSeconds));
    // The rest of a body that is too large is not read.
    if (this.#closing || sent.isUnread === true) headers.push("connection", "close");
    response.writeHead(status, headers);
    response.end(sent.content);
  }
}

function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const tooLarge = (): void => reject(new AppError("receipt_too_large"));
    if (Number(request.headers["content-length"] ?? 0) > RECEIPT_BYTES_MAX) return tooLarge();
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > RECEIPT_BYTES_MAX) {
        request.pause();
        tooLarge();
      } else chunks.push(chunk);
    });
    request.once("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once("error", reject);
  });
}
