import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** A file that is the same for everyone: hashed and compressed once, and kept in memory. */
export interface KeptFile {
  readonly type: string;
  readonly body: Buffer;
  readonly zipped: Buffer | undefined;
  readonly etag: string;
  /** For `integrity` attributes and lockfiles. */
  readonly integrity: string;
}

export function keepFile(type: string, content: string | Buffer): KeptFile {
  const body = Buffer.from(content);
  const integrity = `sha512-${createHash("sha512").update(body).digest("base64")}`;
  const zipped =
    type.startsWith("text/") || type.startsWith("application/json") ? gzipSync(body, { level: 9 }) : undefined;
  return { type, body, zipped, etag: `"${integrity.slice("sha512-".length, 31)}"`, integrity };
}

const NOT_MODIFIED = 304;

/** Revalidated at every use, unless the caller has set another cache-control. */
export function sendKept(request: FastifyRequest, reply: FastifyReply, file: KeptFile): FastifyReply {
  const { type, body, zipped, etag } = file;
  if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-cache");
  reply.type(type).header("etag", etag);
  if (zipped) reply.header("vary", "accept-encoding");
  if (request.headers["if-none-match"] === etag) return reply.code(NOT_MODIFIED).send();
  if (!zipped || !/\bgzip\b/.test(request.headers["accept-encoding"] ?? "")) return reply.send(body);
  return reply.header("content-encoding", "gzip").send(zipped);
}
