import { generateKeyPairSync, sign } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SignedStatement } from "tributary-sdk/pages";
import { canonicalJson } from "tributary-sdk/statement";
import { currency } from "../domain/samples.ts";
import { aPartner, aTill, earn } from "../payouts/till.ts";
import { newFolder } from "../start/processes.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { getSignedStatement } from "./whole.ts";

export interface Files {
  readonly app: TestApp;
  readonly march: SignedStatement;
  readonly april: SignedStatement;
  readonly save: (name: string, content: unknown) => string;
}

/** An affiliate's statements of two months, and a folder to save them in. */
export async function twoFiles(): Promise<Files> {
  const till = await aTill(await appForFile());
  const ada = await aPartner(till);
  await earn(till, ada, 1_000);
  const ask = { affiliateId: ada.id, currency: currency("EUR") };
  till.app.clock.set(new Date("2026-04-02T00:00:00.000Z"));
  await earn(till, ada, 2_000);
  const folder = newFolder();
  return {
    app: till.app,
    march: await getSignedStatement(till.merchant.context, { ...ask, month: "2026-03" }),
    april: await getSignedStatement(till.merchant.context, { ...ask, month: "2026-04" }),
    save: (name, content) => {
      const path = join(folder, name);
      writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
      return path;
    },
  };
}

/** The changed file, signed with a key that the forger has just created. */
export function forged(
  file: SignedStatement,
  change: (statement: SignedStatement["statement"]) => void,
): SignedStatement {
  const { statement } = structuredClone(file);
  change(statement);
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const signature = sign(null, Buffer.from(canonicalJson(statement)), privateKey).toString("base64");
  const { x = "" } = publicKey.export({ format: "jwk" });
  return { statement, signature, public_key: Buffer.from(x, "base64url").toString("base64") };
}
