import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NewClick } from "../../src/domain/click.ts";
import { JournalFull } from "../../src/redirector/journal/click-journal.ts";
import { decodeGroups, encodeGroup } from "../../src/redirector/journal/groups.ts";
import { openJournal } from "../../src/redirector/journal/open-journal.ts";
import { newFolder } from "./journals.ts";

const CLICK: NewClick = {
  id: Buffer.alloc(16, 1),
  scope: { account: Buffer.alloc(16), campaign: Buffer.alloc(16), affiliation: Buffer.alloc(16) },
  clickedAtMs: 1,
  expiresAtMs: 2,
  sub: null,
  addressHash: null,
};

test("two processes share a folder: what one has replayed makes room for the other", async () => {
  const folder = await newFolder();
  const [writer, other] = [await openJournal(folder, 300), await openJournal(folder, 300)];
  const fill = async (): Promise<number> => {
    for (let count = 0; ; count += 1) {
      const refused = await writer.clicks.append([CLICK]).catch((error: unknown) => error);
      if (refused instanceof JournalFull) return count;
      if (refused !== undefined) throw refused;
    }
  };
  const fits = await fill();
  expect(fits).toBeGreaterThan(1);
  const replayed: NewClick[] = [];
  await other.clicks.replay({
    replayedBytes: () => Promise.resolve(0),
    replay: (clicks) => {
      replayed.push(...clicks);
      return Promise.resolve(true);
    },
  });
  expect(replayed).toHaveLength(fits);
  expect(await writer.clicks.isEmpty()).toBe(true);
  expect(await fill()).toBeGreaterThanOrEqual(fits - 1);
  await writer.clicks.close();
});

describe("a file of the journal", () => {
  const bytes = (length: number): fc.Arbitrary<Buffer> =>
    fc.uint8Array({ minLength: length, maxLength: length }).map((array) => Buffer.from(array));
  const clicks: fc.Arbitrary<NewClick> = fc.record({
    id: fc.option(bytes(16)),
    scope: fc.record({ account: bytes(16), campaign: bytes(16), affiliation: bytes(16) }),
    clickedAtMs: fc.nat(4e12),
    expiresAtMs: fc.nat(4e12),
    sub: fc.option(fc.string({ unit: "grapheme", minLength: 1, maxLength: 100 })),
    addressHash: fc.option(bytes(16)),
  });
  const groups = fc.array(fc.array(clicks, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });

  test("returns what was written, and after a torn write every complete group before it", () => {
    fc.assert(
      fc.property(groups, fc.nat(), (written, cut) => {
        const parts = written.map(encodeGroup);
        const whole = Buffer.concat(parts);
        const length = cut % (whole.length + 1);
        let [complete, end] = [0, 0];
        for (const part of parts) {
          if (end + part.length > length) break;
          end += part.length;
          complete += 1;
        }
        const read = [...decodeGroups(whole.subarray(0, length), 0)];
        expect(read.map((group) => group.clicks)).toEqual(written.slice(0, complete));
      }),
    );
  });

  test("ends before a group in which any byte is wrong", () => {
    fc.assert(
      fc.property(groups, fc.nat(), fc.integer({ min: 1, max: 255 }), (written, position, change) => {
        const parts = written.map(encodeGroup);
        const whole = Buffer.concat(parts);
        const at = position % whole.length;
        whole[at] = (whole[at] ?? 0) ^ change;
        let [damaged, end] = [0, 0];
        for (const part of parts) {
          end += part.length;
          if (at < end) break;
          damaged += 1;
        }
        const read = [...decodeGroups(whole, 0)];
        expect(read.map((group) => group.clicks)).toEqual(written.slice(0, damaged));
      }),
    );
  });
});
