import { BoundedMap } from "../domain/bounded-map.ts";
import type { SecretBox } from "../system/secret-box.ts";
import { signingKey, type SigningKey } from "./sign-webhook.ts";

const KEPT_MAX = 1_000;

/** Caches the keys of endpoints, so that no secret is decrypted and prepared for each delivery. */
export class SigningKeys {
  readonly #box: Pick<SecretBox, "open">;
  readonly #known = new BoundedMap<string, SigningKey>(KEPT_MAX);

  constructor(box: Pick<SecretBox, "open">) {
    this.#box = box;
  }

  /** Throws if the secret cannot be decrypted. */
  of(sealed: Uint8Array, endpointId: string): SigningKey {
    // An encrypted secret is valid for its endpoint only.
    const name = `${endpointId} ${Buffer.from(sealed).toString("base64")}`;
    const known = this.#known.get(name);
    if (known) return known;
    const key = signingKey(this.#box.open(sealed, endpointId));
    this.#known.set(name, key);
    return key;
  }
}
