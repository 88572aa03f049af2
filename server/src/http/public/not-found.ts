import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../domain/errors.ts";
import { sendFailure } from "../response/errors.ts";
import { pageSender } from "./pages.ts";

type Handler = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export const pathNotFound: Handler = (request, reply) => sendFailure(new AppError("path_not_found"), request, reply);

const NOT_FOUND = 404;

/** A person who opens an unknown address gets the app's page for it. Programs, and everything below the APIs, get JSON. */
export async function pageNotFound(folder: string): Promise<Handler> {
  const send = await pageSender(folder);
  return (request, reply) => (opensPage(request) ? send(reply.code(NOT_FOUND)) : pathNotFound(request, reply));
}

const opensPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === "GET" || method === "HEAD") &&
  (headers.accept ?? "").includes("text/html") &&
  !/^\/(v1|(test\/)?api|r|assets)(\/|$)/.test(url.split("?", 1)[0] ?? "");
