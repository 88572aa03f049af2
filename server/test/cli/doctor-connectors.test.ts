import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { aConnector, send } from "../connectors/inbox-world.ts";
import { build, runJson, urlOf } from "../start/processes.ts";
import { appForTest, MovableClock, SECRET_KEY } from "../support/app.ts";
import { aMerchant } from "../support/world.ts";

beforeAll(build);

test("doctor names connectors with overdue or failed receipts, and silent ones", async () => {
  const now = new Date();
  const app = await appForTest(
    {},
    { clock: new MovableClock(new Date(now.getTime() - 10 * 86_400_000).toISOString()) },
  );
  const merchant = await aMerchant(app);
  const env = { DATABASE_URL: urlOf(app.connection), SECRET_KEY: SECRET_KEY.toString("hex") };
  const examined = async (): Promise<{ exitCode: number | null; text: string; verdict: string }> => {
    const { exitCode, json } = await runJson(["doctor"], env);
    const findings = json["findings"] as { check: string; verdict: string; text: string }[];
    const { text = "", verdict = "" } = findings.find(({ check }) => check === "connectors") ?? {};
    return { exitCode, text, verdict };
  };
  const [silent, failing] = [await aConnector(merchant), await aConnector(merchant)];
  expect(await examined()).toEqual({ exitCode: 0, verdict: "ok", text: "2, all healthy" });

  for (let hour = 0; hour < 8; hour += 1) {
    await send(app, silent, { type: "something.else", hour });
    app.clock.forward({ hours: 1 });
  }
  await app.receipts.run();
  app.clock.set(now);
  await send(app, failing, { type: "order.paid" });
  await app.receipts.run();
  await send(app, failing, { type: "order.paid", external_id: "A1" });
  await app.db.query(sql`update receipts set due_at = due_at - interval '1 hour' where state = 'waiting'`);
  const { exitCode, verdict, text } = await examined();
  expect({ exitCode, verdict }).toEqual({ exitCode: 0, verdict: "advice" });
  expect(text).toContain("1 receipt overdue.");
  expect(text).toContain(`1 receipt failed: ${failing.id}.`);
  expect(text).toContain(`Silent: ${silent.id}.`);
});
