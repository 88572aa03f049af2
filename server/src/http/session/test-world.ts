import type { FastifyRequest } from "fastify";

/** Test people have pages and requests of their own below this path, so that two sessions in one browser never mix. */
const PREFIX = "/test";

/** What test people may use: the portal and their own session. Not the dashboard, sign-in or applications. */
const REQUESTS = /^\/test\/api\/(portal\/(?!applications\/)|session(\/verification(\/confirm)?)?(\?|$))/;

/** Their requests go to the portal's ordinary routes. */
export const withoutTestPrefix = (url: string): string => (REQUESTS.test(url) ? url.slice(PREFIX.length) : url);

/** Whether a request counts as one of a test person. Of the two session cookies, it uses only theirs. */
export const isInTestWorld = ({ originalUrl }: Pick<FastifyRequest, "originalUrl">): boolean =>
  REQUESTS.test(originalUrl);
