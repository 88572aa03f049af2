import { escapeHtml, inlineHtml } from "./html.ts";
import type { Schema } from "./openapi-document.ts";

type Schemas = Readonly<Record<string, Schema>>;

interface Field {
  /** `conversion.id`, `data[].name` */
  readonly path: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

/** A list of every field of a schema, with nested fields under dotted names. */
export function fieldsHtml(schema: Schema, schemas: Schemas, marksRequired: boolean): string {
  const fields = fieldsOf(schema, schemas, "");
  if (fields.length === 0) return "";
  return fieldListHtml(
    fields.map(({ path, schema: field, isRequired }) => ({
      name: path,
      type: typeHtml(field, schemas),
      isRequired: marksRequired && isRequired,
      description: descriptionOf(field, schemas),
    })),
  );
}

interface ListedField {
  readonly name: string;
  /** HTML */
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

/** A list instead of a table: it fits a narrow screen. */
export const fieldListHtml = (fields: readonly ListedField[]): string =>
  `<dl class="fields">${fields
    .map(
      ({ name, type, isRequired, description }) =>
        `<div><dt><code>${escapeHtml(name)}</code> <span class="type">${type}</span>${isRequired ? ' <span class="required">required</span>' : ""}</dt><dd>${inlineHtml(description)}</dd></div>`,
    )
    .join("")}</dl>\n`;

const resolved = (schema: Schema, schemas: Schemas): Schema =>
  schema.$ref === undefined ? schema : { ...schemas[schema.$ref.split("/").at(-1) ?? ""], ...schema };

const descriptionOf = (schema: Schema, schemas: Schemas): string => resolved(schema, schemas).description ?? "";

/** A nullable schema is written as a choice between it and null. */
function choicesOf(schema: Schema, schemas: Schemas): { choices: Schema[]; isNullable: boolean } {
  const whole = resolved(schema, schemas);
  const all = (whole.anyOf ?? [whole]).map((choice) => resolved(choice, schemas));
  const choices = all.filter(({ type }) => type !== "null");
  return { choices, isNullable: choices.length < all.length };
}

function fieldsOf(schema: Schema, schemas: Schemas, path: string): Field[] {
  return choicesOf(schema, schemas).choices.flatMap((choice) => {
    if (choice.items) return fieldsOf(choice.items, schemas, `${path}[]`);
    return Object.entries(choice.properties ?? {}).flatMap(([name, field]): Field[] => {
      const own = path === "" ? name : `${path}.${name}`;
      const isRequired = choice.required?.includes(name) === true;
      return [{ path: own, schema: field, isRequired }, ...fieldsOf(field, schemas, own)];
    });
  });
}

export function typeHtml(schema: Schema, schemas: Schemas): string {
  const { choices, isNullable } = choicesOf(schema, schemas);
  const names = [...new Set(choices.map((choice) => nameOf(choice, schemas)))];
  const whole = resolved(schema, schemas);
  const fallback =
    whole.default === undefined ? [] : [`default <code>${escapeHtml(JSON.stringify(whole.default))}</code>`];
  return [names.join(" or ") + (isNullable ? " or null" : ""), ...limitsOf(choices[0] ?? whole), ...fallback].join(
    ", ",
  );
}

function nameOf(schema: Schema, schemas: Schemas): string {
  if (schema.const !== undefined) return codeOf(schema.const);
  if (schema.enum) return schema.enum.map(codeOf).join(", ");
  if (schema.items) return `array of ${typeHtml(schema.items, schemas)}`;
  if (schema.format === "date-time") return "time";
  return escapeHtml([schema.type ?? "object"].flat().join(" or "));
}

const codeOf = (value: unknown): string => `<code>${escapeHtml(String(value))}</code>`;

function limitsOf({ minimum, exclusiveMinimum, maximum, minLength, maxLength }: Schema): string[] {
  const limits: string[] = [];
  // Safe integers are the limits of every JSON number and say nothing.
  const isSaid = (limit: number | undefined): limit is number =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;
  if (isSaid(minimum)) limits.push(`at least ${minimum.toLocaleString("en-US")}`);
  if (isSaid(exclusiveMinimum)) limits.push(`above ${exclusiveMinimum.toLocaleString("en-US")}`);
  if (isSaid(maximum)) limits.push(`at most ${maximum.toLocaleString("en-US")}`);
  if (maxLength !== undefined) limits.push(`${minLength ? `${minLength} to ` : "up to "}${maxLength} characters`);
  return limits;
}
