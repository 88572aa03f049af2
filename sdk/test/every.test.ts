import { describe, expect, it } from "vitest";
import { every } from "../src/every.ts";
import { seeded } from "../../server/test/support/seeded.ts";

interface Row {
  readonly id: string;
  readonly at: string;
}

/** Reads a list while items are added and removed between reads. */
async function readWhileItChanges(seed: number): Promise<{ seen: string[]; stayed: string[] }> {
  const random = seeded(seed);
  let made = 0;
  const item = (): Row => ({
    id: String((made += 1)).padStart(6, "0"),
    at: String(Math.floor(made / 3)).padStart(6, "0"),
  });
  const before = Array.from({ length: random.below(30) }, item).reverse();
  let list = before;
  const removed = new Set<string>();
  const limit = 2 + random.below(4);
  const page = (offset: number) => {
    const items = list.slice(offset, offset + limit);
    return Promise.resolve({ items, pagination: { limit, offset, total: list.length } });
  };
  const change = (): void => {
    if (random.below(2) === 0) list = [item(), ...list];
    else if (list.length > 0) {
      const gone = random.pick(list);
      removed.add(gone.id);
      list = list.filter((one) => one !== gone);
    }
  };
  const seen: string[] = [];
  for await (const { id } of every({ page, time: ({ at }) => at })) {
    seen.push(id);
    for (let left = random.below(3); left > 0 && made < 90; left -= 1) change();
  }
  return { seen, stayed: before.map(({ id }) => id).filter((id) => !removed.has(id)) };
}

describe("a list that changes at random while it is being read", () => {
  it("yields every item that stays once and in order, for 500 seeds", async () => {
    for (let seed = 0; seed < 500; seed += 1) {
      const { seen, stayed } = await readWhileItChanges(seed);
      expect({ seed, seen: seen.filter((id) => stayed.includes(id)) }).toEqual({ seed, seen: stayed });
      expect({ seed, seen }).toEqual({ seed, seen: [...new Set(seen)].sort().reverse() });
    }
  });
});
