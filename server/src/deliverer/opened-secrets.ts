import { BoundedMap } from "../domain/bounded-map.ts";
import type { SecretBox } from "../system/secret-box.ts";

interface Opened {
  readonly sealed: Uint8Array;
  readonly text: string;
}

const KEPT_MAX = 1_000;

/** Caches decrypted secrets, so that they are not decrypted for each delivery. */
export class OpenedSecrets implements Pick<SecretBox, "open"> {
  readonly #box: Pick<SecretBox, "open">;
  readonly #opened = new BoundedMap<string, Opened>(KEPT_MAX);

  constructor(box: Pick<SecretBox, "open">) {
    this.#box = box;
  }

  open(sealed: Uint8Array, owner: string): string {
    const known = this.#opened.get(owner);
    if (known && Buffer.compare(known.sealed, sealed) === 0) return known.text;
    const text = this.#box.open(sealed, owner);
    this.#opened.set(owner, { sealed, text });
    return text;
  }
}
