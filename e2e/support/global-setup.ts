import { startServer } from "./server.ts";

/** Compiles before the workers start, because two compilers must not write to the same folder. */
export default async function build(): Promise<void> {
  const server = await startServer();
  await server.stop();
}
