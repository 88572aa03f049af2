import { randomFillSync } from "node:crypto";

const POOL_BYTES = 8_192;
let pool = Buffer.alloc(0);

/** A few random bytes that nobody has seen. Each call of the system costs the same for 16 bytes as for thousands. */
export function fewRandomBytes(size: number): Buffer {
  if (pool.length < size) pool = randomFillSync(Buffer.allocUnsafe(POOL_BYTES));
  const bytes = pool.subarray(0, size);
  pool = pool.subarray(size);
  return bytes;
}
