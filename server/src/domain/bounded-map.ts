/**
 * A cache of at most `max` entries. When full, it evicts the older half at once: deleting Map entries one at a time
 * gets slower as the Map grows.
 */
export class BoundedMap<Key, Value extends {} | null> {
  readonly #half: number;
  #recent = new Map<Key, Value>();
  #older = new Map<Key, Value>();

  constructor(max: number) {
    this.#half = max / 2;
  }

  get(key: Key): Value | undefined {
    const recent = this.#recent.get(key);
    return recent === undefined ? this.#older.get(key) : recent;
  }

  set(key: Key, value: Value): void {
    if (this.#recent.size >= this.#half && !this.#recent.has(key)) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
  }

  delete(key: Key): void {
    this.#recent.delete(key);
    this.#older.delete(key);
  }

  clear(): void {
    this.#recent.clear();
    this.#older.clear();
  }
}
