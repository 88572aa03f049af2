import { expect, test } from "vitest";
import { Deck, Dice } from "../../src/demo/dice.ts";

test("every round of a deck deals each outcome exactly as often as planned, in another order", () => {
  const deck = new Deck(new Dice(7), { usual: 17, odd: 2, rare: 1 });
  const rounds = Array.from({ length: 50 }, () => Array.from({ length: 20 }, () => deck.deal()));
  for (const round of rounds) {
    expect(round.filter((outcome) => outcome === "usual")).toHaveLength(17);
    expect(round.filter((outcome) => outcome === "odd")).toHaveLength(2);
    expect(round.filter((outcome) => outcome === "rare")).toHaveLength(1);
  }
  expect(new Set(rounds.map((round) => round.indexOf("rare"))).size).toBeGreaterThan(5);
});
