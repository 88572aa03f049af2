import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { appForFile, MANY_CONNECTIONS, type TestApp, type TestResponse } from "../support/app.ts";
import { rounds, tally, timeout, wideAppForFile, type WideApp } from "../support/parallel.ts";
import { aMerchant, type Merchant } from "../support/world.ts";
import { aColleague, codeOf, theOwner, type Colleague } from "./team.ts";

const ownersOf = async (app: Pick<WideApp, "db">, { accountId }: Merchant): Promise<number> => {
  const [row] = await app.db.query<{ n: number }>(sql`
    select count(*)::int as n from members where account_id = ${uuidOf(accountId)} and role = 'owner'`);
  return row?.n ?? 0;
};

describe("the last owner", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await appForFile({}, MANY_CONNECTIONS);
  });

  it("cannot leave, be removed or get a lesser role, unless there is another owner", async () => {
    const merchant = await aMerchant(app);
    const owner = await theOwner(app, merchant);
    await aColleague(app, merchant, "manager");
    const goings = [
      () => owner.leave(),
      () => owner.send("DELETE", `members/${owner.userId}`),
      () => owner.send("PATCH", `members/${owner.userId}`, { role: "manager" }),
    ];
    for (const go of goings) {
      const answer = await go();
      expect(codeOf(answer)).toBe("400 last_owner");
      expect(answer.body.error).toBe("You are the only owner of an account. Make someone else an owner first.");
    }
    expect((await owner.send("PATCH", `members/${owner.userId}`, { role: "owner" })).status).toBe(200);
    await aColleague(app, merchant, "owner");
    expect((await owner.leave()).status).toBe(200);
    expect(await ownersOf(app, merchant)).toBe(1);
  });

  it("cannot be removed in the database either", async () => {
    const merchant = await aMerchant(app);
    await aColleague(app, merchant, "viewer");
    for (const statement of [sql`delete from members`, sql`update members set role = 'viewer'`])
      await expect(app.db.query(statement)).rejects.toThrow("without an owner");
    expect(await ownersOf(app, merchant)).toBe(1);
  });
});

interface Going {
  readonly go: (owner: Colleague, other: Colleague) => Promise<TestResponse>;
  /** The possible numbers of owners left of five. */
  readonly left: readonly number[];
}
const goings: Readonly<Record<string, Going>> = {
  leave: { go: (owner) => owner.leave(), left: [1] },
  "take a lesser role": {
    go: (owner) => owner.send("PATCH", `members/${owner.userId}`, { role: "viewer" }),
    left: [1],
  },
  // A removed owner removes nobody, so between one and four remain.
  "remove each other": { go: (owner, other) => owner.send("DELETE", `members/${other.userId}`), left: [1, 2, 3, 4] },
  "take each other's role": {
    go: (owner, other) => owner.send("PATCH", `members/${other.userId}`, { role: "manager" }),
    left: [1, 2, 3, 4],
  },
};
const answersAllowed = ["200", "400 last_owner", "403 role_required", "404 account_not_found"];

describe("when all five owners go at once", () => {
  let app: WideApp;
  beforeAll(async () => {
    app = await wideAppForFile();
  });

  it.each(Object.entries(goings))(
    "and %s, at least one stays, in every round",
    { timeout },
    async (_, { go, left }) => {
      for (let round = 0; round < rounds(5); round += 1) {
        const merchant = await aMerchant(app);
        const more = await Promise.all(Array.from({ length: 4 }, () => aColleague(app, merchant, "owner")));
        const owners = [await theOwner(app, merchant), ...more];
        const answers = await Promise.all(
          owners.map((owner, index) => go(owner, owners[(index + 1) % owners.length] ?? owner)),
        );
        const counts = tally(answers.map(codeOf));
        expect(Object.keys(counts).filter((code) => !answersAllowed.includes(code))).toEqual([]);
        const remaining = await ownersOf(app, merchant);
        expect(left).toContain(remaining);
        expect(counts["200"]).toBe(owners.length - remaining);
      }
    },
  );

  it("there is no deadlock", async () => {
    expect(await app.deadlocks()).toBe(0);
  });
});
