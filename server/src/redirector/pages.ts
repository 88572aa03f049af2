import type { LinkResponse } from "../system/exchange.ts";

export interface ErrorPage {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

export const unknownLink: ErrorPage = {
  status: 404,
  title: "Link not found",
  text: "This link does not exist. It may be mistyped or incomplete. Ask the person who shared it for a new one.",
};

/** Only for a code that this process has never seen: without the database it cannot know whether the link exists. */
export const linkUnavailable: ErrorPage = {
  status: 503,
  title: "Please try again in a moment",
  text: "This link is temporarily unavailable.",
};

export function sendPage(response: LinkResponse, page: ErrorPage, headers: readonly string[]): void {
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${page.title}</title>
<main>
<h1>${page.title}</h1>
<p>${page.text}</p>
</main>
</html>
`;
  response.writeHead(page.status, [
    ...headers,
    "content-type",
    "text/html; charset=utf-8",
    "content-length",
    String(Buffer.byteLength(body)),
    "content-security-policy",
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options",
    "nosniff",
    "x-frame-options",
    "DENY",
    "referrer-policy",
    "no-referrer",
    ...(page.status === 503 ? ["retry-after", "2"] : []),
  ]);
  response.end(response.req.method === "HEAD" ? undefined : body);
}
