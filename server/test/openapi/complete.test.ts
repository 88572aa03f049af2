import { describe, expect, it } from "vitest";
import { eventTypes } from "../../src/domain/events.ts";
import { worldForFile } from "../support/shop.ts";
import {
  documentOf,
  eventsOf,
  operationsOf,
  resolved,
  type Found,
  type Media,
  type OpenApi,
  type Schema,
} from "./document.ts";

const world = worldForFile();

/** The paths of all fields in a schema that lack a description or an example. */
function lacking(schema: Schema, place: string, document: OpenApi): string[] {
  const { properties = {}, items, anyOf = [], additionalProperties } = resolved(schema, document);
  const own = Object.entries(properties).flatMap(([name, field]) => missing(field, `${place}.${name}`, document));
  const inner: [Schema, string][] = [
    ...Object.entries(properties).map(([name, field]): [Schema, string] => [field, `${place}.${name}`]),
    ...(items ? [[items, `${place}[]`] as [Schema, string]] : []),
    ...anyOf.map((one): [Schema, string] => [one, place]),
    ...(typeof additionalProperties === "object" ? [[additionalProperties, `${place}.*`] as [Schema, string]] : []),
  ];
  return [...own, ...inner.flatMap(([field, path]) => lacking(field, path, document))];
}

function missing(field: Schema, path: string, document: OpenApi): string[] {
  const whole = resolved(field, document);
  // A schema with fields is documented by its fields.
  const isComposed = (one: Schema): boolean => {
    const { properties, items } = resolved(one, document);
    return properties !== undefined || (items !== undefined && isComposed(items));
  };
  const hasExample = field.examples ?? whole.examples ?? (isComposed(field) || undefined);
  return [
    ...((field.description ?? whole.description) ? [] : [`${path} has no description`]),
    ...(hasExample === undefined ? [`${path} has no example`] : []),
  ];
}

function lackingIn({ name, operation }: Found, document: OpenApi): string[] {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const bodies: [string, Media | undefined][] = [
    [`${name} request`, requestBody?.content["application/json"]],
    ...Object.entries(responses).map(([status, { content }]): [string, Media | undefined] => [
      `${name} ${status}`,
      content?.["application/json"],
    ]),
  ];
  return [
    ...(summary && description ? [] : [`${name} has no description`]),
    ...parameters.flatMap((one) => [
      ...(one.description ? [] : [`${name} ?${one.name} has no description`]),
      ...(one.example === undefined || one.example === null ? [`${name} ?${one.name} has no example`] : []),
    ]),
    ...Object.entries(responses).flatMap(([status, answer]) => [
      ...(answer.description ? [] : [`${name} ${status} has no description`]),
      ...Object.entries(answer.headers ?? {}).flatMap(([header, { $ref: ref = "" }]) => {
        const { description: said, example } = document.components.headers[ref.split("/").at(-1) ?? ""] ?? {};
        return said && example !== undefined ? [] : [`${name} ${status} ${header} is not described`];
      }),
    ]),
    ...bodies.flatMap(([place, media]) => {
      if (media === undefined) return [];
      const examples = media.example === undefined ? Object.keys(media.examples ?? {}).length : 1;
      return [...(examples > 0 ? [] : [`${place} has no example`]), ...lacking(media.schema, place, document)];
    }),
  ];
}

describe("the OpenAPI document", () => {
  it("has a description and an example for every operation, parameter, header, field, error and webhook", async () => {
    const document = await documentOf(world.app);
    const all = [...operationsOf(document), ...eventsOf(document)];
    expect(all).toHaveLength(44 + 8);
    expect(all.flatMap((found) => lackingIn(found, document))).toEqual([]);
  });

  it("would fail if a single one were missing", async () => {
    const document = await documentOf(world.app);
    const [operation] = operationsOf(document);
    const [event] = eventsOf(document);
    if (!operation || !event) throw new Error("The document is empty.");
    const faults: [string, (whole: OpenApi) => void][] = [
      ["field's example", (whole) => delete whole.components.schemas["Conversion"]?.properties?.["amount"]?.examples],
      ["field's description", (whole) => delete whole.components.schemas["Failure"]?.properties?.["code"]?.description],
      [
        "inner field",
        (whole) =>
          delete whole.components.schemas["Campaign"]?.properties?.["stats"]?.properties?.["total_clicks"]?.examples,
      ],
      ["header", (whole) => delete whole.components.headers["X-Request-Id"]?.example],
      [
        "refusal",
        (whole) =>
          delete whole.paths["/v1/conversions"]?.["post"]?.responses["403"]?.content?.["application/json"]?.examples,
      ],
      ["event", (whole) => delete whole.webhooks["payout.created"]?.["post"]?.description],
      [
        "event's field",
        (whole) =>
          delete whole.webhooks["affiliate.joined"]?.["post"]?.requestBody?.content["application/json"]?.schema
            .properties?.["data"]?.properties?.["status"]?.description,
      ],
    ];
    for (const [name, spoil] of faults) {
      const spoilt = structuredClone(document);
      spoil(spoilt);
      const complaints = [...operationsOf(spoilt), ...eventsOf(spoilt)].flatMap((found) => lackingIn(found, spoilt));
      expect([name, complaints.length]).not.toEqual([name, 0]);
    }
  });

  it("requires a body, except where a request may leave it out", async () => {
    const optional = operationsOf(await documentOf(world.app)).filter(
      ({ operation: { requestBody } }) => requestBody && requestBody.required !== true,
    );
    expect(optional.map(({ operation }) => operation.operationId).sort()).toEqual([
      "createTestAccount",
      "createTestPayouts",
      "rejectConversion",
      "sendTestReceipt",
    ]);
  });

  it("has every event that can be subscribed to, and the test event", async () => {
    const names = eventsOf(await documentOf(world.app)).map(({ name }) => name);
    expect(names.sort()).toEqual([...eventTypes, "webhook.test"].sort());
  });
});
