/** What is left to put away when the running test file ends. Files share modules, so an `afterAll` of a module would run once only. */
const left = new Set<() => void | Promise<void>>();

export function whenFileEnds(putAway: () => void | Promise<void>): void {
  left.add(putAway);
}

/** The last one first: what was begun later may need what was begun before. */
export async function putAwayAll(): Promise<void> {
  const all = [...left].toReversed();
  left.clear();
  for (const putAway of all) await putAway();
}
