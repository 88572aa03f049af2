import type { ClickId } from "../domain/ids.ts";
import type { LinkResponse } from "../system/exchange.ts";
import { CLICK_PARAMETER } from "./landing.ts";

export interface ResponseSettings {
  /** Whether visitors use https. */
  readonly secure: boolean;
  readonly cookieDomain: string | undefined;
}

/** Writes the redirects of a process. Headers are passed as one flat list, the fastest way in node:http. */
export class Responses {
  readonly #cookieTail: string;
  readonly #secure: boolean;
  readonly #requestId: () => string;
  #closing = false;

  constructor(settings: ResponseSettings, requestId: () => string) {
    const domain = settings.cookieDomain === undefined ? "" : `; Domain=${settings.cookieDomain}`;
    this.#cookieTail = `; Path=/; HttpOnly; SameSite=Lax${settings.secure ? "; Secure" : ""}${domain}`;
    this.#secure = settings.secure;
    this.#requestId = requestId;
  }

  redirect(response: LinkResponse, location: string): void {
    const headers = this.headers();
    headers.push("location", location, "content-length", "0");
    response.writeHead(302, headers);
    response.end();
  }

  redirectWithClick(response: LinkResponse, location: string, cookie: { id: ClickId; maxAgeMs: number }): void {
    const maxAge = Math.floor(cookie.maxAgeMs / 1000);
    const text = `${CLICK_PARAMETER}=${cookie.id}; Max-Age=${maxAge}${this.#cookieTail}`;
    const headers = this.headers();
    headers.push("location", location, "set-cookie", text, "content-length", "0");
    response.writeHead(302, headers);
    response.end();
  }

  /**
   * Headers of every response. No referrer policy: the shop may see where its customer came from, as with any other
   * link.
   */
  headers(): string[] {
    const headers = ["x-request-id", this.#requestId(), "cache-control", "no-store", "x-robots-tag", "noindex"];
    if (this.#secure) headers.push("strict-transport-security", "max-age=31536000");
    if (this.#closing) headers.push("connection", "close");
    return headers;
  }

  /** From now on each response closes its connection, so that the process can end. */
  close(): void {
    this.#closing = true;
  }
}
