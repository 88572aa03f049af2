import pg from "pg";
import { expect, test } from "vitest";
import { describeError } from "../../src/system/log.ts";

test("an error in the log says what happened and where, without connection details or row contents", () => {
  const error = Object.assign(new pg.DatabaseError("duplicate key", 1, "error"), {
    code: "23505",
    constraint: "users_email_folded_key",
    detail: "Key (email_folded)=(somebody@shop.example) already exists.",
    client: new pg.Client({ password: "secret-of-the-database" }),
  });
  const said = describeError(new Error("not saved", { cause: error }));
  expect(said).toMatchObject({
    type: "Error",
    message: "not saved",
    cause: { message: "duplicate key", code: "23505", constraint: "users_email_folded_key" },
  });
  expect(JSON.stringify(said)).not.toMatch(/somebody|secret-of|parsedStatements/);
});
