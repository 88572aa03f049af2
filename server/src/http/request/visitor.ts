import type { FastifyRequest } from "fastify";
import { unmapped } from "../../domain/network.ts";
import type { Visitor } from "../../domain/person.ts";

export function visitorOf(request: FastifyRequest): Visitor {
  // A client that has disconnected has no address.
  const address = (request.ip as string | undefined) ?? "";
  return { address: unmapped(address), userAgent: request.headers["user-agent"], requestId: request.id };
}
