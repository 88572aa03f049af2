import { call, type TestApp } from "../support/app.ts";

export interface Schema {
  $ref?: string;
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  [key: string]: unknown;
}
export interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: Record<string, unknown> }>;
}
export interface Header {
  $ref?: string;
  description?: string;
  example?: unknown;
}
export interface Parameter extends Header {
  name: string;
  in: "path" | "query" | "header";
  schema: Schema;
}
export interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: { description?: string; required?: boolean; content: Record<string, Media> };
  responses: Record<
    string,
    { description?: string; headers?: Record<string, Header>; content?: Record<string, Media> }
  >;
}
type Items = Record<string, Record<string, Operation>>;
export interface OpenApi {
  paths: Items;
  webhooks: Items;
  components: { schemas: Record<string, Schema>; headers: Record<string, Header> };
}

export async function documentOf(app: TestApp): Promise<OpenApi> {
  return (await call(app, "GET", "/openapi.json")).body as OpenApi;
}

export interface Found {
  /** For example `GET /v1/campaigns/{id}`, or the name of an event. */
  readonly name: string;
  readonly operation: Operation;
}

const all = (items: Items, nameOf: (path: string, method: string) => string): Found[] =>
  Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: nameOf(path, method), operation })),
  );

export const operationsOf = ({ paths }: OpenApi): Found[] =>
  all(paths, (path, method) => `${method.toUpperCase()} ${path}`);
export const eventsOf = ({ webhooks }: OpenApi): Found[] => all(webhooks, (type) => type);

export function resolved(schema: Schema, { components }: OpenApi): Schema {
  const target = schema.$ref === undefined ? schema : components.schemas[schema.$ref.split("/").at(-1) ?? ""];
  if (!target) throw new Error(`${schema.$ref} does not exist.`);
  return target;
}
