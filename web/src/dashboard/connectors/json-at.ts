/** What a path finds in an example event, so that a merchant sees a wrong path before it fails. */
export function textAt(json: unknown, paths: string): string | undefined {
  for (const path of paths.split("|")) {
    const value = valueAt(json, path.trim());
    if (value !== undefined && value !== null) return typeof value === "string" ? value : JSON.stringify(value);
  }
  return undefined;
}

/** `lines[0].price`: names separated by dots, and numbers in brackets. */
export function valueAt(json: unknown, path: string): unknown {
  let value = json;
  for (const [step] of path.matchAll(/[^.[\]]+|\[\d+\]/g)) {
    const key = step.startsWith("[") ? step.slice(1, -1) : step;
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** undefined if the text is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
