/** In place of the outbox where there is no file system: in browsers and workers. */
export function openOutbox(): never {
  throw new TypeError("The outbox needs a file system: Node.js, Deno and Bun have one.");
}
