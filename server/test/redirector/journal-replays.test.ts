import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import type { NewClick } from "../../src/domain/click.ts";
import { ClickIdMaker } from "../../src/redirector/click-ids.ts";
import type { Replayer } from "../../src/redirector/journal/click-journal.ts";
import { readClickTotals } from "../../src/store/clicks/clicks.ts";
import { recordClicks } from "../../src/usecases/clicks/record-clicks.ts";
import { replayClicks, replayedBytes } from "../../src/usecases/clicks/replay-clicks.ts";
import { appForFile, type TestApp } from "../support/app.ts";
import { together } from "../support/parallel.ts";
import { aJournal, newFolder, open } from "./journals.ts";

describe("replays", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await appForFile();
  });

  const ids = new ClickIdMaker();
  const uuid = (): Buffer => ids.make(app.clock.now().getTime()).bytes;
  const aScope = (): NewClick["scope"] => ({ account: uuid(), campaign: uuid(), affiliation: uuid() });
  const aClick = (scope: NewClick["scope"], isKept = true): NewClick => {
    const at = app.clock.now().getTime();
    const id = isKept ? uuid() : null;
    return { id, scope, clickedAtMs: at, expiresAtMs: at + 1_000, sub: "ä", addressHash: null };
  };
  const replayer = (): Replayer => ({
    replayedBytes: (segment) => replayedBytes(app.services, segment),
    replay: (clicks, part) => replayClicks(app.services, clicks, part),
  });
  const figures = async ({ campaign }: NewClick["scope"]): Promise<{ stored: number; counted: number }> => {
    const [row] = await app.db.query<{ id: string; stored: bigint }>(sql`
      select campaign_id as id, count(*) as stored from clicks
      where campaign_id = ${campaign.toString("hex")} group by campaign_id`);
    if (!row) return { stored: 0, counted: 0 };
    const totals = await readClickTotals(app.db, [row.id]);
    return { stored: Number(row.stored), counted: totals.get(row.id) ?? 0 };
  };

  test("of a part that was recorded but not removed change nothing", async () => {
    const folder = await newFolder();
    const { clicks: journal } = await open(folder);
    const scope = aScope();
    await journal.append([aClick(scope), aClick(scope, false)]);
    await journal.append([aClick(scope)]);
    const died = {
      ...replayer(),
      replay: async (...part: Parameters<Replayer["replay"]>) => {
        await replayClicks(app.services, ...part);
        throw new Error("killed");
      },
    };
    await expect(journal.replay(died)).rejects.toThrow("killed");
    expect(await readdir(folder)).toHaveLength(2);
    await journal.replay(replayer());
    await journal.replay(replayer());
    expect(await figures(scope)).toEqual({ stored: 2, counted: 3 });
    expect(await readdir(folder)).toEqual(["id"]);
  });

  test("keep a damaged file for the operator, and record what comes before the damage", async () => {
    const folder = await newFolder();
    const { clicks: journal } = await open(folder);
    const scope = aScope();
    await journal.append([aClick(scope)]);
    await journal.append([aClick(scope)]);
    await journal.close();
    const [name = ""] = (await readdir(folder)).filter((each) => each !== "id");
    const bytes = await readFile(join(folder, name));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    await writeFile(join(folder, name), bytes);
    await expect(journal.replay(replayer())).rejects.toThrow("damaged");
    expect(await figures(scope)).toEqual({ stored: 1, counted: 1 });
    expect((await readdir(folder)).filter((each) => each.endsWith(".damaged"))).toHaveLength(1);
    expect(await journal.isEmpty()).toBe(true);
  });

  test("record a click once that the database already had", async () => {
    const { clicks: journal } = await aJournal();
    const scope = aScope();
    const [first, second] = [aClick(scope), aClick(scope)];
    await recordClicks(app.services, [first]);
    await journal.append([first, second]);
    await journal.replay(replayer());
    expect(await figures(scope)).toEqual({ stored: 2, counted: 2 });
  });

  test("by several processes, while others write, lose and double nothing", async () => {
    const folder = await newFolder();
    const scope = aScope();
    let written = 0;
    let isWriting = true;
    const writers = together(4, async () => {
      const { clicks: journal } = await open(folder);
      for (let n = 0; n < 60; n += 1) {
        const group = Array.from({ length: 1 + (n % 5) }, () => aClick(scope));
        await journal.append(group);
        written += group.length;
      }
      await journal.close();
    }).finally(() => (isWriting = false));
    const readers = together(3, async () => {
      const { clicks: journal } = await open(folder);
      while (isWriting) await journal.replay(replayer());
    });
    await Promise.all([writers, readers]);
    const { clicks: journal } = await open(folder);
    await journal.replay(replayer());
    expect(await figures(scope)).toEqual({ stored: written, counted: written });
    expect(await readdir(folder)).toEqual(["id"]);
  });
});
