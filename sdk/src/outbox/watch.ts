/**
 * How long this process has seen something unchanged. The system's time is not used, so that a clock that jumps expires
 * nothing.
 */
export class Watch {
  readonly #seen = new Map<string, { readonly content: string; readonly since: number }>();
  readonly #elapsedMs: () => number;

  constructor(elapsedMs: () => number) {
    this.#elapsedMs = elapsedMs;
  }

  isUnchangedFor(ms: number, name: string, content: string): boolean {
    const now = this.#elapsedMs();
    const seen = this.#seen.get(name);
    if (seen?.content === content) return now - seen.since > ms;
    this.#seen.set(name, { content, since: now });
    return false;
  }

  /** Forgets what is not among the names any more. */
  keep(names: readonly string[]): void {
    const kept = new Set(names);
    for (const name of this.#seen.keys()) if (!kept.has(name)) this.#seen.delete(name);
  }
}
