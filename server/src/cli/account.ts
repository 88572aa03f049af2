import { Option, type Command } from "commander";
import { plans, type Plan } from "../domain/person.ts";
import { changePlan } from "../usecases/accounts/change-plan.ts";
import { createAccount, type CreateAccount } from "../usecases/accounts/create-account.ts";
import { listAccounts } from "../usecases/accounts/list-accounts.ts";
import { command, group, table } from "./command.ts";
import { withOperator } from "./operator.ts";
import type { Outcome } from "./outcome.ts";

export function accountCommand(): Command {
  const create = command<CreateAccount>("create", "create an account and its owner", ({ options }) => creation(options))
    .requiredOption("--email <email>", "the owner's email address")
    .requiredOption("--name <name>", "the account's name")
    .option("--password <password>", "the owner's password (default: a generated one, printed once)")
    .addOption(new Option("--plan <plan>", "the account's plan (default: DEFAULT_PLAN)").choices(plans));
  const plan = command("plan <email> <plan>", "change an account's plan", ({ words }) => changeOfPlan(words));
  plan.registeredArguments[1]?.choices(plans);
  const list = command("list", "list accounts and their owners", listing);
  return group("account", "manage merchants' accounts", [create, plan, list]);
}

async function creation(options: CreateAccount): Promise<Outcome> {
  const { email, name, password, plan } = options;
  const { account, owner, madePassword } = await withOperator((context) =>
    createAccount(context, { email, name, password, plan }),
  );
  const lines = [`Account ${account.id} (${account.plan}) for ${owner.email}`];
  if (madePassword !== undefined) lines.push(`Password: ${madePassword} (shown only once)`);
  return {
    json: {
      account: { id: account.id, name: account.name, plan: account.plan, created_at: account.createdAt },
      owner: { id: owner.id, email: owner.email },
      ...(madePassword === undefined ? {} : { password: madePassword }),
    },
    text: lines,
  };
}

async function changeOfPlan([reference = "", plan]: readonly string[]): Promise<Outcome> {
  const account = await withOperator((context) => changePlan(context, reference, plan as Plan));
  return {
    json: { account: { id: account.id, name: account.name, plan: account.plan } },
    text: `Account ${account.id} is now on plan ${account.plan}`,
  };
}

async function listing(): Promise<Outcome> {
  const accounts = await withOperator(listAccounts);
  const rows = accounts.map(({ id, plan, name, owners }) => [id, plan, owners.join(", "), name]);
  return {
    json: {
      accounts: accounts.map(({ id, name, plan, owners, createdAt }) => ({
        id,
        name,
        plan,
        owners,
        created_at: createdAt,
      })),
    },
    text: accounts.length === 0 ? "No accounts yet." : table(["ID", "PLAN", "OWNERS", "NAME"], rows),
  };
}
