import type { FastifyInstance } from "fastify";

export interface Route {
  readonly method: string;
  readonly path: string;
}

const LINE = /^(?<indent>(?:│ {3}| {4})*)[├└]── (?<part>\S+) \((?<methods>[A-Z, ]+)\)$/;
const INDENT = 4;

/** Every route below a path, from the router itself: a route that is added later is in it without anybody's doing. */
export function routesBelow(http: FastifyInstance, prefix: string): Route[] {
  const parents: string[] = [];
  return http
    .printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const { indent = "", part = "", methods = "" } = LINE.exec(line)?.groups ?? {};
      const depth = indent.length / INDENT;
      const path = (parents[depth - 1] ?? "") + part;
      parents[depth] = path;
      return path.startsWith(prefix) ? methods.split(", ").map((method) => ({ method, path })) : [];
    });
}
