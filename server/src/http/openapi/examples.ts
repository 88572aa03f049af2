import { refusalExamples } from "./refusals.ts";

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}
interface Media {
  schema?: Json;
  example?: Json;
  examples?: object;
}
interface Operation {
  operationId?: string;
  parameters?: { schema?: Json; example?: Json }[];
  requestBody?: { required?: boolean; content?: Record<string, Media> };
  responses?: Record<string, { content?: Record<string, Media> }>;
}
export type PathItems = Record<string, Record<string, Operation>>;
type Schemas = Readonly<Record<string, Json>>;

/**
 * Adds examples where readers and tools look for them: at each parameter and body. Those of requests and successful
 * responses are assembled from the examples of their fields, so each example is kept in one place.
 */
export function withExamples(items: PathItems, schemas: Schemas): PathItems {
  for (const operation of Object.values(items).flatMap((item) => Object.values(item))) {
    for (const parameter of operation.parameters ?? [])
      parameter.example ??= exampleOf(parameter.schema ?? null, schemas);
    for (const media of mediaOf(operation.requestBody)) media.example = exampleOf(media.schema ?? null, schemas);
    for (const [status, response] of Object.entries(operation.responses ?? {}))
      for (const media of mediaOf(response)) addResponseExample(media, { operation, status, schemas });
  }
  return items;
}

const mediaOf = (body: { content?: Record<string, Media> } | undefined): Media[] => Object.values(body?.content ?? {});

interface Target {
  readonly operation: Operation;
  readonly status: string;
  readonly schemas: Schemas;
}

function addResponseExample(media: Media, { operation, status, schemas }: Target): void {
  if (status === "200") media.example = exampleOf(media.schema ?? null, schemas);
  else {
    const isConversionWrite = JSON.stringify(media.schema).includes("ConversionFailure");
    media.examples = refusalExamples(operation.operationId ?? "", status, isConversionWrite);
  }
}

/** A value that fits a schema, assembled from the examples of its parts. */
export function exampleOf(schema: Json, schemas: Schemas): Json {
  if (schema === null || typeof schema !== "object" || Array.isArray(schema)) return null;
  const { $ref: ref, examples, properties, items, anyOf } = schema;
  if (typeof ref === "string") return exampleOf(schemas[ref.split("/").at(-1) ?? ""] ?? null, schemas);
  if (Array.isArray(examples) && examples.length > 0) return examples[0] ?? null;
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0] ?? null, schemas);
  if (items !== undefined) return [exampleOf(items, schemas)];
  if (properties === undefined || properties === null || typeof properties !== "object") return null;
  return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field, schemas)]));
}

/**
 * JSON Schema uses `examples`; a constant or enum is its own example. The description of a nullable field is nested
 * next to its null, where readers would miss it, so it is lifted to the field itself.
 */
export function withSchemaExamples(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withSchemaExamples);
  if (schema === null || typeof schema !== "object") return schema;
  const { example, ...rest } = schema;
  const [own] = Array.isArray(rest["enum"]) ? rest["enum"] : "const" in rest ? [rest["const"]] : [];
  const inner: JsonObject = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, KEEPS_VALUES.has(key) ? value : withSchemaExamples(value)]),
  );
  const found = example ?? own;
  if (found !== undefined || "example" in schema) inner["examples"] ??= [found ?? null];
  return { ...aboutFirst(inner["anyOf"]), ...inner };
}

function aboutFirst(choices: Json | undefined): JsonObject {
  const [first] = Array.isArray(choices) ? choices : [];
  if (first === undefined || first === null || typeof first !== "object" || Array.isArray(first)) return {};
  return Object.fromEntries(Object.entries(first).filter(([key]) => key === "description" || key === "examples"));
}

/** The values of these keys are data, not schemas. */
const KEEPS_VALUES = new Set(["enum", "const", "default", "examples", "required"]);
