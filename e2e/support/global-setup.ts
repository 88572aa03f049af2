import { startServer } from "./server.ts";

/** A first start compiles what is stale. Before the workers: two that compile into one folder spoil each other's work. */
export default async function build(): Promise<void> {
  const server = await startServer();
  await server.stop();
}
