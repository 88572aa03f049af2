import type { Downloads } from "./downloads.ts";
import { guideGroups, guides } from "./guides.ts";
import { codeHtml, escapeHtml, headingHtml } from "./html.ts";

/** /docs: what there is to read, and the files that this installation offers. */
export function homeHtml(baseUrl: string, { sdkVersion, files }: Downloads): string {
  const [reading, connecting, operating] = guideGroups.map(
    ({ names }) =>
      `<ul class="cards">${names
        .map(
          (name) =>
            `<li><a href="/docs/${name}"><strong>${escapeHtml(guides[name].title)}</strong> ${escapeHtml(guides[name].about)}.</a></li>`,
        )
        .join("")}</ul>`,
  );
  const integrity = (name: keyof Downloads["files"]): string =>
    files[name]
      ? `<p>Integrity:</p>${codeHtml(files[name].integrity)}`
      : "<p>This file is not built. Run <code>npm run build</code>.</p>";
  return [
    `<h1>Documentation</h1><p class="lead">Guides and the API reference of this installation, ${escapeHtml(baseUrl)}.</p>`,
    headingHtml(2, "guides", "Guides"),
    reading,
    headingHtml(2, "connectors", "Connectors"),
    connecting,
    headingHtml(2, "api", "API"),
    `<ul class="cards"><li><a href="/docs/api"><strong>API reference</strong> Every operation, field, error and webhook, with examples.</a></li><li><a href="/openapi.json"><strong>openapi.json</strong> The same for tools, as OpenAPI 3.1.</a></li><li><a href="/llms.txt"><strong>llms.txt</strong> The same for AI assistants, in brief.</a></li></ul>`,
    headingHtml(2, "sdk", "SDK"),
    `<p>This server offers its own SDK, version ${escapeHtml(sdkVersion)}. See <a href="/docs/sdk">the SDK guide</a>.</p>`,
    codeHtml(`npm install ${baseUrl}/sdk.tgz`, "sh"),
    integrity("sdk.tgz"),
    headingHtml(2, "verify-statement", "Verify a statement"),
    `<p>One file that needs only Node.js 20 or newer. See <a href="/docs/payouts#statements">Statements</a>.</p>`,
    codeHtml(
      `curl -O ${baseUrl}/verify-statement.mjs\nnode verify-statement.mjs statement.json --issuer ${baseUrl}`,
      "sh",
    ),
    integrity("verify-statement.mjs"),
    headingHtml(2, "operators", "For operators"),
    operating,
  ].join("\n");
}
