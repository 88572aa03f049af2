/**
 * Cleanups for the end of the current test file. Files share modules, so an `afterAll` of a module would run only once.
 */
const left = new Set<() => void | Promise<void>>();

export function whenFileEnds(cleanUp: () => void | Promise<void>): void {
  left.add(cleanUp);
}

/** In reverse order: later things may need earlier ones. */
export async function cleanUpAll(): Promise<void> {
  const all = [...left].toReversed();
  left.clear();
  for (const cleanUp of all) await cleanUp();
}
