import { expect, onTestFinished, test } from "vitest";
import { Connector, type Session } from "../../src/db/connector.ts";
import { Pool } from "../../src/db/pool.ts";
import { cloneDatabase } from "../support/database.ts";

test("a connection that was being opened when another one was lost is replaced, too", async () => {
  const connector = new Connector(await cloneDatabase(), { connectTimeoutMs: 60_000, applicationName: "test" });
  const opened: Session[] = [];
  let secondIsOpen = (): void => {};
  const secondOpened = new Promise<void>((resolve) => (secondIsOpen = resolve));
  let admitSecond = (): void => {};
  const secondAdmitted = new Promise<void>((resolve) => (admitSecond = resolve));
  const open = async (): Promise<Session> => {
    const session = await connector.open();
    if (opened.push(session) === 2) {
      secondIsOpen();
      await secondAdmitted;
    }
    return session;
  };
  const pool = new Pool({ open, max: 2, waitMs: 60_000, onIdleError: () => {} });
  onTestFinished(() => pool.close());
  const first = await pool.borrow();
  const next = pool.borrow();
  await secondOpened;
  first.giveBack(new Error("The server is read-only."));
  admitSecond();
  const loan = await next;
  loan.giveBack(undefined);
  expect(opened.indexOf(loan.session)).toBe(2);
});
