import type { Failure } from "../domain/delivery.ts";
import { NameNotFound, NameServersFailed } from "./resolve.ts";

/** No connection was attempted. */
export class BlockedAddress extends Error {
  override readonly name = "BlockedAddress";
}

/** The total deadline has passed. */
export class DeadlinePassed extends Error {
  override readonly name = "DeadlinePassed";
}

const UNREACHABLE = new Set(["ENETUNREACH", "EHOSTUNREACH", "EADDRNOTAVAIL", "ENETDOWN", "EACCES", "EPERM", "EINVAL"]);
const BROKEN_OFF = new Set(["ECONNRESET", "EPIPE", "ECONNABORTED", "UND_ERR_SOCKET"]);
const TLS_CODE =
  /^(ERR_TLS|ERR_SSL|ERR_OSSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_|HOSTNAME_MISMATCH|CRL_|PATH_LENGTH|EPROTO)/;
const PROTOCOL_CODE = /^(HPE_|UND_ERR_)/;
const REASON_LENGTH_MAX = 200;

/** For the merchant. Never includes the resolved address: it may be in the operator's network. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BlockedAddress) return { kind: "blocked_address", text: error.message };
  if (error instanceof NameNotFound) return { kind: "dns", text: error.message };
  if (error instanceof NameServersFailed)
    return { kind: "dns", text: `The host name could not be resolved (DNS: ${error.reason}).` };
  if (error instanceof DeadlinePassed) return { kind: "timeout", text: error.message };
  const code = codeOf(error);
  if (code === "ECONNREFUSED") return { kind: "refused", text: "The connection was refused." };
  if (code === "ETIMEDOUT") return { kind: "timeout", text: "The connection timed out." };
  if (UNREACHABLE.has(code)) return { kind: "unreachable", text: `The address cannot be reached (${code}).` };
  if (TLS_CODE.test(code)) return { kind: "tls", text: `TLS failed: ${tlsReason(error, code)}.` };
  if (BROKEN_OFF.has(code))
    return { kind: "reset", text: "The connection was closed before the response was complete." };
  if (PROTOCOL_CODE.test(code)) return { kind: "protocol", text: `The response is not valid HTTP (${code}).` };
  return { kind: "internal", text: `Sending failed on our side (${code}).` };
}

export function statusFailure(statusCode: number): Failure | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  const redirect = statusCode >= 300 && statusCode < 400 ? " Redirects are not followed." : "";
  return { kind: "status", text: `The endpoint responded with ${statusCode}.${redirect}` };
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** OpenSSL's messages contain its source file names. Node's messages about certificates are readable. */
function tlsReason(error: unknown, code: string): string {
  const message = error instanceof Error ? error.message : "";
  if (code === "EPROTO" || code.startsWith("ERR_SSL") || message === "") return code;
  // A certificate may contain any text: only printable characters are recorded.
  const printable = message.replaceAll(/\p{C}/gu, "\u{FFFD}").slice(0, REASON_LENGTH_MAX);
  return `${printable.replace(/\.$/, "")} (${code})`;
}
