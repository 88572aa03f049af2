/** The JSON of a request's body. JSON.stringify alone would turn NaN into null, which can mean "no limit" or "none". */
export const bodyJson = (body: object): string => JSON.stringify(body, checked);

function checked(this: Record<string, unknown>, name: string, value: unknown): unknown {
  if (typeof value === "bigint") throw new TypeError(`${name} must be a finite number, not a bigint.`);
  if (typeof value === "number" && !Number.isFinite(value))
    throw new TypeError(`${name} must be a finite number, not ${value}.`);
  // An invalid date has become null by now.
  if (value === null && this[name] !== null) throw new TypeError(`${name} must be a valid date.`);
  return value;
}
