import type { Command } from "commander";
import { AppError } from "../domain/errors.ts";
import { parseId } from "../domain/ids.ts";
import { createKeyForAccount } from "../usecases/keys/create-key.ts";
import { listKeysForOperator } from "../usecases/keys/list-keys.ts";
import { revokeKeyAsOperator } from "../usecases/keys/revoke-key.ts";
import { command, group, table } from "./command.ts";
import { withOperator } from "./operator.ts";
import type { Outcome } from "./outcome.ts";

type Key = Awaited<ReturnType<typeof listKeysForOperator>>[number];

interface NewKey {
  readonly account: string;
  readonly name: string;
  readonly test?: true;
}

export function keyCommand(): Command {
  const create = command<NewKey>("create", "create an API key; it is shown once", ({ options }) => creation(options))
    .requiredOption("--account <email>", "the account's ID or its owner's email address")
    .requiredOption("--name <name>", "what the key is for")
    .option("--test", "a key of the account's test mode");
  const list = command<{ account?: string }>("list", "list API keys, without their secrets", ({ options }) =>
    listing(options.account),
  ).option("--account <email>", "only keys of this account");
  const revoke = command("revoke <id>", "revoke a key; it stops working within seconds", ({ words }) =>
    revocation(words),
  );
  return group("key", "manage API keys", [create, list, revoke]);
}

async function creation({ account, name, test }: NewKey): Promise<Outcome> {
  const { key, secret } = await withOperator((context) => createKeyForAccount(context, account, { name, test }));
  return {
    json: { key: { ...describe(key), secret } },
    text: [`API key ${key.id} (${key.name})`, secret, "(shown only once)"],
  };
}

async function listing(account: string | undefined): Promise<Outcome> {
  const keys = await withOperator((context) => listKeysForOperator(context, account));
  const rows = keys.map((key) => [
    key.id,
    key.accountId,
    `${key.prefix}…${key.lastFour}`,
    key.revokedAt ? "revoked" : "active",
    key.name,
  ]);
  return {
    json: { keys: keys.map(describe) },
    text: keys.length === 0 ? "No API keys yet." : table(["ID", "ACCOUNT", "KEY", "STATE", "NAME"], rows),
  };
}

async function revocation([text = ""]: readonly string[]): Promise<Outcome> {
  const id = parseId("key", text);
  if (!id) throw new AppError("key_not_found");
  const key = await withOperator((context) => revokeKeyAsOperator(context, id));
  return { json: { key: describe(key) }, text: `Key ${key.id} (${key.name}) is revoked.` };
}

function describe(key: Key) {
  return {
    id: key.id,
    account_id: key.accountId,
    name: key.name,
    prefix: key.prefix,
    last_four: key.lastFour,
    created_at: key.createdAt,
    last_used_at: key.lastUsedAt,
    revoked_at: key.revokedAt,
  };
}
