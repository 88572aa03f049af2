/** Values to match: exact ones, and prefixes that are sorted and do not contain each other. */
interface Compiled {
  readonly exact: ReadonlySet<string>;
  readonly prefixes: readonly string[];
}

/** Plans are kept in memory, and a large order is matched against many patterns. */
const compiled = new WeakMap<readonly string[], Compiled>();

/** A pattern is an exact value, or a prefix that ends with `*`. */
export function matches(patterns: readonly string[], value: string | null): boolean {
  if (value === null) return false;
  const { exact, prefixes } = compiledOf(patterns);
  return exact.has(value) || startsWithAny(prefixes, value);
}

function compiledOf(patterns: readonly string[]): Compiled {
  const found = compiled.get(patterns);
  if (found) return found;
  const prefixes: string[] = [];
  const starts = patterns.filter((pattern) => pattern.endsWith("*")).map((pattern) => pattern.slice(0, -1));
  for (const prefix of sorted(starts)) {
    const before = prefixes.at(-1);
    if (before === undefined || !prefix.startsWith(before)) prefixes.push(prefix);
  }
  const made = { exact: new Set(patterns.filter((pattern) => !pattern.endsWith("*"))), prefixes };
  compiled.set(patterns, made);
  return made;
}

const sorted = (texts: readonly string[]): string[] => texts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));

/** Everything between a prefix and the value has that prefix, so only the last prefix up to the value can match. */
function startsWithAny(prefixes: readonly string[], value: string): boolean {
  let [low, high] = [0, prefixes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((prefixes[middle] ?? "") <= value) low = middle + 1;
    else high = middle;
  }
  const nearest = prefixes[low - 1];
  return nearest !== undefined && value.startsWith(nearest);
}
