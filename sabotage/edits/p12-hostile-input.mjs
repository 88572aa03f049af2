/** @type {readonly import("./index.mjs").Edit[]} */
export const hostileInput = [
  {
    name: "body-limit-off",
    promise: "P12",
    breaks: "Bodies of any size are read. A few large requests exhaust the memory and stop the service for everybody.",
    changes: [
      {
        file: "server/src/http/server.ts",
        search: "const BODY_MAX_BYTES = 65_536;",
        replace: "const BODY_MAX_BYTES = Number.MAX_SAFE_INTEGER;",
      },
    ],
    tests: ["server/test/api/bodies.test.ts"],
  },
  {
    name: "prototype-keys-accepted",
    promise: "P12",
    breaks: "JSON bodies with __proto__ are accepted. A request can change objects that the program relies on.",
    changes: [
      {
        file: "server/src/http/request/json-body.ts",
        search: `app.getDefaultJsonParser("error", "error")`,
        replace: `app.getDefaultJsonParser("ignore", "ignore")`,
      },
    ],
    tests: ["server/test/api/bodies.test.ts"],
  },
  {
    name: "nul-characters-accepted",
    promise: "P12",
    breaks:
      "Texts with NUL characters reach the database, which cannot store them. The shop gets an internal error instead of a helpful one.",
    changes: [
      {
        file: "server/src/domain/values/plain-text.ts",
        search: `text.isWellFormed() && !text.includes("\\0")`,
        replace: "text.isWellFormed()",
      },
    ],
    tests: ["server/test/api/conversions-reject.test.ts"],
  },
  {
    name: "broken-percent-encoding",
    promise: "P12",
    breaks:
      "Paths that are not valid percent-encoding are left to the framework. A mistyped ID gets a different response than other unknown IDs.",
    changes: [
      {
        file: "server/src/http/server.ts",
        search: '    rewriteUrl: (request) => withoutTestPrefix(decodable(request.url ?? "/")),',
        replace:
          '    rewriteUrl: (request) => withoutTestPrefix(request.method === undefined ? decodable(request.url ?? "/") : (request.url ?? "/")),',
      },
    ],
    tests: ["server/test/api/conversions-reject.test.ts"],
  },
  {
    name: "negative-amounts-accepted",
    promise: "P12",
    breaks:
      "Amounts below zero pass the check of the request, and nothing behind it expects them. The shop gets an internal error.",
    changes: [
      {
        file: "server/src/http/wire/fields.ts",
        search: "return z.number(about).min(0, about).max(max, about);",
        replace: "return z.number(about).max(max, about);",
      },
    ],
    tests: ["server/test/api/conversions-track-input.test.ts"],
  },
  {
    name: "pictures-of-any-size",
    promise: "P12",
    breaks: "A logo of a few bytes may declare an image of gigabytes, which every affiliate's browser then decodes.",
    changes: [
      {
        file: "server/src/formats/picture.ts",
        search: "if (Math.max(width, height) > LOGO_SIDE_MAX)",
        replace: "if (Math.max(width, height) > LOGO_SIDE_MAX * 1_000_000)",
      },
    ],
    tests: ["server/test/formats/picture.test.ts"],
  },
  {
    name: "pictures-keep-other-files",
    promise: "P12",
    breaks:
      "Bytes after the end of a logo are stored and served, so one file can be both an image and a page with a script.",
    changes: [
      {
        file: "server/src/formats/png.ts",
        search: "content: Buffer.concat(kept) }",
        replace: "content: Buffer.concat([...kept, bytes.subarray(end)]) }",
      },
    ],
    tests: ["server/test/formats/picture.test.ts"],
  },
  {
    name: "old-webhooks-accepted",
    promise: "P12",
    breaks: "A webhook that a provider signed can be sent again years later.",
    changes: [
      {
        file: "server/src/connectors/shared/hmac.ts",
        search: "<= TOLERANCE_SECONDS * 1_000",
        replace: ">= 0",
      },
    ],
    tests: ["server/test/connectors/hmac.test.ts"],
  },
  {
    name: "signed-with-an-empty-secret",
    promise: "P12",
    breaks: "A connector with an empty secret accepts what anyone signs with an empty key.",
    changes: [
      {
        file: "server/src/connectors/shared/hmac.ts",
        search: "if (secret.length === 0) continue;",
        replace: "",
      },
    ],
    tests: ["server/test/connectors/hmac.test.ts"],
  },
];
