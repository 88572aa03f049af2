import type { AuditAction } from "../../src/domain/audit.ts";
import { call, type TestResponse } from "../support/app.ts";
import { recordOf, withSession, type Kind, type Tenant } from "../tenants/tenant.ts";

/** What a request needs to succeed, once its prerequisites exist. */
export interface Made {
  /** By their names in the path. */
  readonly ids?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}
export interface Case {
  readonly make: (tenant: Tenant) => Promise<Made>;
  /** One entry each, in any order; none if nothing changes. */
  readonly leaves: readonly AuditAction[];
}

/** Sends a dashboard request as the owner of the account. */
export function send(
  { app, merchant, session }: Tenant,
  [method, path]: readonly [string, string],
  body?: unknown,
): Promise<TestResponse> {
  const url = `/api/dashboard/${merchant.accountId}/${path}`;
  return call(app, method, url, { headers: withSession(session), ...(body === undefined ? {} : { body }) });
}

export async function done(answer: Promise<TestResponse>): Promise<TestResponse> {
  const { status, text } = await answer;
  if (status !== 200) throw new Error(text);
  return answer;
}

export const a =
  (kind: Kind, body?: unknown, name = "id") =>
  async (tenant: Tenant): Promise<Made> => ({ ids: { [name]: await recordOf(tenant, kind) }, body });
