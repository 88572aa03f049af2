import { codeHtml, escapeHtml, headingHtml, inlineHtml, tableHtml } from "./html.ts";
import { jsonOf, operationsOf, type Located, type OpenApiDocument, type Parameter } from "./openapi-document.ts";
import { fieldListHtml, fieldsHtml, typeHtml } from "./schema-fields.ts";

const OK = "200";

export const tagPath = (tag: string): string => `/docs/api/${tag.toLowerCase()}`;

/** Everything about the operations of one tag. */
export function tagHtml(document: OpenApiDocument, tag: string): string {
  const about = document.tags.find(({ name }) => name === tag)?.description ?? "";
  const found = operationsOf(document).filter(({ operation }) => operation.tags.includes(tag));
  const headers = found.find(({ method }) => method === undefined)?.operation.parameters ?? [];
  return [
    `<h1>${escapeHtml(tag)}</h1><p class="lead">${inlineHtml(about)}</p>`,
    // Every event has the same headers.
    headers.length > 0 ? headingHtml(2, "headers", "Headers") + parametersHtml(headers, document) : "",
    ...found.map((each) => (each.method === undefined ? eventHtml(each, document) : operationHtml(each, document))),
  ].join("\n");
}

function operationHtml({ method = "", path, operation }: Located, document: OpenApiDocument): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const { schemas } = document.components;
  const [request, response] = [jsonOf(requestBody?.content), jsonOf(responses[OK]?.content)];
  return [
    `<section class="operation">${headingHtml(2, operationId, escapeHtml(summary))}`,
    `<p class="endpoint"><span class="method ${method.toLowerCase()}">${method}</span> <code>${escapeHtml(path)}</code></p>`,
    `<p>${inlineHtml(description)}</p>`,
    parameters.length > 0 ? `<h3>Parameters</h3>${parametersHtml(parameters, document)}` : "",
    request ? `<h3>Body</h3>${fieldsHtml(request.schema, schemas, true)}` : "",
    `<h3>Example</h3>${codeHtml(curlOf({ method, path, operation }, document), "sh")}`,
    response ? `<h3>Response</h3>${codeHtml(JSON.stringify(response.example, null, 2), "json")}` : "",
    response
      ? `<details><summary>Fields of the response</summary>${fieldsHtml(response.schema, schemas, false)}</details>`
      : "",
    `<h3>Errors</h3>${errorsHtml(operation)}</section>`,
  ].join("\n");
}

function eventHtml({ path, operation }: Located, document: OpenApiDocument): string {
  const body = jsonOf(operation.requestBody?.content);
  return [
    `<section class="operation">${headingHtml(2, operation.operationId, `<code>${escapeHtml(path)}</code>`)}`,
    `<p>${inlineHtml(operation.description)}</p>`,
    body ? codeHtml(JSON.stringify(body.example, null, 2), "json") : "",
    body ? fieldsHtml(body.schema, document.components.schemas, false) : "",
    "</section>",
  ].join("\n");
}

const parametersHtml = (parameters: readonly Parameter[], { components }: OpenApiDocument): string =>
  fieldListHtml(
    parameters
      // Those of the path are required, so they come first.
      .toSorted((a, b) => Number(b.in === "path") - Number(a.in === "path"))
      .map(({ name, in: where, required = false, schema, description = "" }) => ({
        name,
        type: where === "header" ? "header" : `${typeHtml(schema, components.schemas)}, in the ${where}`,
        isRequired: required && where !== "header",
        description,
      })),
  );

function errorsHtml({ responses }: Located["operation"]): string {
  const rows = Object.entries(responses)
    .filter(([status]) => status !== OK)
    .flatMap(([status, { content }]) =>
      Object.entries(jsonOf(content)?.examples ?? {}).map(([code, { value }]) => [
        status,
        `<code>${escapeHtml(code)}</code>`,
        escapeHtml(value.error ?? ""),
      ]),
    );
  return tableHtml(["Status", "Code", "Example"], rows);
}

/** A request to paste into a terminal, from the document's own examples. */
function curlOf({ method, path, operation }: Located, { servers }: OpenApiDocument): string {
  const { parameters = [], requestBody } = operation;
  const required = parameters.filter(({ required: isRequired, in: where }) => isRequired && where === "query");
  const query = required.map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`).join("&");
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    String(parameters.find((parameter) => parameter.name === name)?.example ?? name),
  );
  const body = jsonOf(requestBody?.content)?.example;
  const url = `${servers[0]?.url ?? ""}${filled}${query === "" ? "" : `?${query}`}`;
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}'${url}'`,
    `  -H "Authorization: Bearer $TRIBUTARY_KEY"`,
    ...(body === undefined
      ? []
      : [`  -H "Content-Type: application/json"`, `  -d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ].join(" \\\n");
}

/** What all operations have in common, and a list of them. */
export function overviewHtml(document: OpenApiDocument, errors: ReadonlyMap<string, string>): string {
  const { info, servers, tags, components } = document;
  const base = servers[0]?.url ?? "";
  return [
    `<h1>API reference</h1><p class="lead">${inlineHtml(info.description)}</p>`,
    headingHtml(2, "authentication", "Authentication"),
    `<p>Create an API key in the dashboard under Developers, and send it with every request. A key has full access to the account: keep it on your server.</p>`,
    codeHtml(`curl '${base}/v1/campaigns' \\\n  -H "Authorization: Bearer $TRIBUTARY_KEY"`, "sh"),
    ...tags.map(({ name, description }) => listHtml(document, name, description)),
    headingHtml(2, "headers", "Response headers"),
    tableHtml(
      ["Header", "Meaning", "Example"],
      Object.entries(components.headers).map(([name, { description, example }]) => [
        `<code>${escapeHtml(name)}</code>`,
        inlineHtml(description),
        `<code>${escapeHtml(String(example))}</code>`,
      ]),
    ),
    headingHtml(2, "errors", "Errors"),
    `<p>The body of every error. Programs should check its code.</p>`,
    fieldsHtml({ $ref: "ConversionFailure" }, components.schemas, false),
    tableHtml(
      ["Code", "Text"],
      [...errors].map(([code, text]) => [`<code>${escapeHtml(code)}</code>`, escapeHtml(text)]),
    ),
    `<p>For tools: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1) and <a href="/llms.txt">llms.txt</a>.</p>`,
  ].join("\n");
}

function listHtml(document: OpenApiDocument, tag: string, about: string): string {
  const items = operationsOf(document)
    .filter(({ operation }) => operation.tags.includes(tag))
    .map(({ method, path, operation: { operationId, summary } }) => {
      const sign = method === undefined ? "" : `<span class="method ${method.toLowerCase()}">${method}</span> `;
      return `<li><a href="${tagPath(tag)}#${operationId}">${sign}<code>${escapeHtml(path)}</code></a> <span class="about">${escapeHtml(summary)}</span></li>`;
    });
  return `${headingHtml(2, tag.toLowerCase(), escapeHtml(tag))}<p>${inlineHtml(about)}</p><ul class="operations">${items.join("")}</ul>`;
}
