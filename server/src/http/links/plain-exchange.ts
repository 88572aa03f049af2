import { STATUS_CODES, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { PlainRequest } from "./plain-request.ts";

/** Handles a request if it is for a tracking link; false leaves it to others. */
export type LinkHandler = (
  request: IncomingMessage | PlainExchange,
  response: ServerResponse | PlainExchange,
) => boolean;

export interface PlainSender {
  readonly socket: Socket;
  /** The headers `date` and `connection`. */
  tail(closes: boolean): string;
  send(text: string, closes: boolean): void;
}

/** What would end a header, or is not ASCII. */
const UNSAFE = /[^\t\u0020-\u007e]/;

/** A plain request and its response, with what the redirector uses of those of node:http. */
export class PlainExchange {
  readonly method = "GET";
  readonly url: string;
  readonly rawHeaders: readonly string[];
  readonly socket: Socket;
  readonly #sender: PlainSender;
  #head = "";
  #isSent = false;
  #closes: boolean;

  constructor({ url, rawHeaders, closes }: PlainRequest, sender: PlainSender) {
    this.url = url;
    this.rawHeaders = rawHeaders;
    this.#closes = closes;
    this.socket = sender.socket;
    this.#sender = sender;
  }

  get req(): { readonly method: string } {
    return this;
  }

  writeHead(status: number, headers: readonly string[]): void {
    let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
    for (let at = 0; at < headers.length; at += 2) {
      const value = headers[at + 1] ?? "";
      if (UNSAFE.test(value)) throw new Error(`The header ${headers[at]} cannot be sent.`);
      // The only value that the redirector sends is `close`.
      if (headers[at] === "connection") this.#closes = true;
      else head += `${headers[at]}: ${value}\r\n`;
    }
    this.#head = head;
  }

  /** Sends the whole response in one write, and only once. */
  end(body = ""): void {
    if (this.#isSent) return;
    this.#isSent = true;
    this.#sender.send(`${this.#head}${this.#sender.tail(this.#closes)}\r\n${body}`, this.#closes);
  }
}
