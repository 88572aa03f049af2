import type { ServerResponse } from "node:http";
import type { ClickId } from "../domain/ids.ts";
import { CLICK_PARAMETER } from "./landing.ts";

export interface AnswerSettings {
  /** Whether people reach us by https. */
  readonly secure: boolean;
  readonly cookieDomain: string | undefined;
}

/** Writes the redirects of a process. Headers go out as one flat list: nothing is quicker in node:http. */
export class Answers {
  readonly #cookieTail: string;
  readonly #always: string[];
  readonly #requestIdStart: string;
  #requests = 0;
  #closing = false;

  constructor(settings: AnswerSettings, requestIdStart: string) {
    const domain = settings.cookieDomain === undefined ? "" : `; Domain=${settings.cookieDomain}`;
    this.#cookieTail = `; Path=/; HttpOnly; SameSite=Lax${settings.secure ? "; Secure" : ""}${domain}`;
    // No referrer policy: the shop may see where its customer came from, as on every other link.
    this.#always = ["cache-control", "no-store", "x-robots-tag", "noindex"];
    if (settings.secure) this.#always.push("strict-transport-security", "max-age=31536000");
    this.#requestIdStart = requestIdStart;
  }

  redirect(response: ServerResponse, location: string): void {
    response.writeHead(302, ["location", location, "content-length", "0", ...this.headers()]);
    response.end();
  }

  redirectWithClick(response: ServerResponse, location: string, cookie: { id: ClickId; maxAgeMs: number }): void {
    const text = `${CLICK_PARAMETER}=${cookie.id}; Max-Age=${Math.floor(cookie.maxAgeMs / 1000)}${this.#cookieTail}`;
    response.writeHead(302, ["location", location, "set-cookie", text, "content-length", "0", ...this.headers()]);
    response.end();
  }

  /** What every answer carries. */
  headers(): string[] {
    // Random for the process, then counted: as unique as the others' ids and far cheaper.
    const requestId = this.#requestIdStart + (this.#requests++).toString(16).padStart(8, "0");
    const headers = ["x-request-id", requestId, ...this.#always];
    if (this.#closing) headers.push("connection", "close");
    return headers;
  }

  /** From now on a connection ends with its answer, so that the process can. */
  close(): void {
    this.#closing = true;
  }
}
