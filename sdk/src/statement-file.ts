/** Describes a JSON value: a check of one value, a list of one kind, or an object with exactly these fields. */
type Shape = ((value: unknown) => boolean) | readonly [Shape] | { readonly [field: string]: Shape };

const text = (value: unknown): boolean => typeof value === "string";
const textOrNull = (value: unknown): boolean => value === null || text(value);
const count = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const time = (value: unknown): boolean =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value));
const head = (value: unknown): boolean => typeof value === "string" && /^[0-9a-f]{64}$/.test(value);

const border: Shape = {
  balance: { pending: text, payable: text, in_payout: text, paid: text, receivable: text, open: text },
  lines: count,
  head,
};
const side: Shape = { account: text, owner: text };
const line: Shape = {
  number: count,
  id: text,
  at: time,
  kind: text,
  from: side,
  to: side,
  amount: text,
  conversion_id: textOrNull,
  payout_id: textOrNull,
  claw_back_id: textOrNull,
  step: count,
};
const file: Shape = {
  statement: {
    version: (value) => value === 1,
    issuer: { url: text, account_id: text },
    affiliate_id: text,
    currency: text,
    month: text,
    complete: (value) => typeof value === "boolean",
    opening: border,
    lines: [line],
    closing: border,
    issued_at: text,
  },
  signature: text,
  public_key: text,
};

/** The path of the first value that does not fit; undefined if the value is a signed statement. */
export const wrongPart = (value: unknown): string | undefined => misfit(value, file, "the file");

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

function misfit(value: unknown, shape: Shape, path: string): string | undefined {
  if (typeof shape === "function") return shape(value) ? undefined : path;
  if (typeof value !== "object" || value === null || Array.isArray(value) !== Array.isArray(shape)) return path;
  const fields = value as Readonly<Record<string, unknown>>;
  const names = isList(shape) ? Object.keys(fields) : new Set([...Object.keys(shape), ...Object.keys(fields)]);
  for (const name of names) {
    const inner = isList(shape) ? shape[0] : Object.hasOwn(shape, name) ? shape[name] : undefined;
    // An unknown field is not covered by any check and must not seem verified.
    const wrong = inner === undefined ? `${path}.${name}` : misfit(fields[name], inner, `${path}.${name}`);
    if (wrong !== undefined) return wrong.replace(/^the file\./, "");
  }
  return undefined;
}
