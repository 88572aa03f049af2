const DIGITS = "0123456789abcdefghjkmnpqrstvwxyz";
const ENCODED = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const UUID_DIGITS = 32;

/** The UUID in an ID such as `conv_01j…`. Throws if the text is not an ID with one of the prefixes. */
export function uuidIn(id: string, ...prefixes: readonly string[]): string {
  const [prefix = "", encoded = "", ...rest] = id.split("_");
  if (!prefixes.includes(prefix) || !ENCODED.test(encoded) || rest.length > 0)
    throw new Error(`${id} is not an ID of the kind ${prefixes.join(" or ")}.`);
  let value = 0n;
  for (const digit of encoded) value = value * 32n + BigInt(DIGITS.indexOf(digit));
  const hex = value.toString(16).padStart(UUID_DIGITS, "0");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
