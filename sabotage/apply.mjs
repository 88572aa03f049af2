/** The source has changed since the edit was written. */
export class NoLongerApplies extends Error {
  /** @override */
  name = "NoLongerApplies";
}

/**
 * Returns the text with the change applied. The search text must occur exactly once, or the edit would break something
 * else.
 * @param {Pick<import("./edits/index.mjs").Edit, "name">} edit
 * @param {import("./edits/index.mjs").Change} change
 * @param {string} text
 * @returns {string}
 */
export function brokenText({ name }, { file, search, replace }, text) {
  const times = text.split(search).length - 1;
  if (times !== 1)
    throw new NoLongerApplies(`Edit ${name} no longer applies: its text occurs ${times} times in ${file}:\n${search}`);
  return text.replace(search, () => replace);
}
