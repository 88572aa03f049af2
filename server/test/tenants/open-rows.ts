export interface OpenRow {
  readonly access: "open";
  readonly why: string;
}

/** For a route without tenant data, or whose path is itself a secret. */
export const open = (why: string): OpenRow => ({ access: "open", why });

const pageFile = open("A file of the pages, the same for everybody.");

/** Routes that are the same for everybody. */
export const openRows: Readonly<Record<string, OpenRow>> = {
  "GET /healthz": open("Says that the process is running."),
  "GET /readyz": open("Says that the database is available."),
  "GET /metrics": open("The operator's metrics, for this machine or with a token."),
  "GET /openapi.json": open("Describes the API, the same for everybody."),
  "GET /llms.txt": open("Describes the API to programs, the same for everybody."),
  "GET /docs": pageFile,
  "GET /docs/:page": pageFile,
  "GET /docs/api/:tag": pageFile,
  "GET /docs/connectors/:page": pageFile,
  "GET /sdk.tgz": open("The SDK, the same for everyone."),
  "GET /verify-statement.mjs": open("A program that verifies statements, the same for everyone."),
  "GET /seen.js": open("The sealed marker in the query says which campaign it is about; the response is empty."),
  "GET /logos/:name": open("A merchant's logo by its hash. Every invited person sees it."),
  "GET /join/:token": open("The token in the path authorizes viewing it."),
  "GET /p/:slug": open("The public page of a campaign, which its merchant has opened to everybody."),
  "GET /api/portal/applications/:slug": open("What the public page shows to everybody."),
  "POST /api/portal/applications/:slug": open("Anyone can apply on a public page; the request names nobody else."),
  "POST /api/portal/applications/:slug/confirm": open("The token and the code from the email identify the applicant."),
  "GET /mail.css": pageFile,
  "GET /icon.svg": pageFile,
  "GET /": pageFile,
  "GET /signin": pageFile,
  "GET /signup": pageFile,
  "GET /reset/:token": pageFile,
  "GET /dashboard": pageFile,
  "GET /dashboard/*": pageFile,
  "GET /portal": pageFile,
  "GET /portal/*": pageFile,
  "GET /test/portal": pageFile,
  "GET /test/portal/*": pageFile,
  "GET /mail/off/:token": open("The token from the email authorizes unsubscribing from its kind."),
  "POST /mail/off/:token": open("The token from the email authorizes unsubscribing from its kind."),
  "POST /in/:connector_id": open("The signature proves who sent it: see connectors/inbox.test.ts."),
  "GET /r/:code": open("Affiliate links are public."),
  "GET /t.js": open("The same script for everybody."),
  "GET /assets/:name": open("The built pages' files are the same for everybody."),
};
