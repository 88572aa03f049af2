import { call, type TestResponse, type TestApp } from "../support/app.ts";

/** Keeps cookies and sends the origin headers of our own pages, like a browser. */
export class Browser {
  readonly #app: TestApp;
  readonly #headers: Record<string, string>;
  /** The session cookie. */
  cookie: string | undefined;
  /** The cookie of a known browser. */
  known: string | undefined;
  /** The client address; 127.0.0.1 by default. */
  from: string | undefined;

  constructor(app: TestApp, headers: Record<string, string> = {}) {
    this.#app = app;
    this.#headers = headers;
  }

  async send(method: string, url: string, body?: unknown): Promise<TestResponse> {
    const headers = {
      "sec-fetch-site": "same-origin",
      ...(this.cookie === undefined && this.known === undefined
        ? {}
        : { cookie: [this.cookie, this.known].filter((cookie) => cookie !== undefined).join("; ") }),
      ...this.#headers,
    };
    const answer = await call(this.#app, method, url, {
      headers,
      ...(body === undefined ? {} : { body }),
      ...(this.from === undefined ? {} : { from: this.from }),
    });
    this.#keep(answer);
    return answer;
  }

  #keep({ headers }: TestResponse): void {
    for (const set of [headers["set-cookie"] ?? []].flat()) {
      const [pair = ""] = String(set).split(";", 1);
      if (pair.includes("tributary_browser=")) this.known = pair;
      else this.cookie = pair;
    }
  }

  signUp(email: string, password = PASSWORD): Promise<TestResponse> {
    return this.send("POST", "/api/session/signup", { name: "Ada", email, password });
  }

  signIn(email: string, password = PASSWORD): Promise<TestResponse> {
    return this.send("POST", "/api/session", { email, password });
  }

  whoAmI(): Promise<TestResponse> {
    return this.send("GET", "/api/session");
  }
}

export const PASSWORD = "correct horse battery";

let people = 0;
/** An unused address. */
export const anEmail = (): string => `ada${(people += 1)}@shop.example`;

/** A browser whose person has just signed up. */
export async function signedUp(app: TestApp, email = anEmail()): Promise<Browser> {
  const browser = new Browser(app);
  const answer = await browser.signUp(email);
  if (answer.status !== 200) throw new Error(answer.text);
  return browser;
}
