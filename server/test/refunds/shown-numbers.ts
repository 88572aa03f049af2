import { sum } from "../payouts/model-worth.ts";
import { majorOf } from "./played-shop.ts";

/** A CSV as objects, with numbers where the cell is one. Empty cells are left out. Cells have no separators. */
export function rowsOf([header = "", ...lines]: string[]): Record<string, unknown>[] {
  const names = header.split(",");
  return lines.map((line) =>
    Object.fromEntries(
      line
        .split(",")
        .map((cell, index) => [names[index], cell !== "" && !Number.isNaN(Number(cell)) ? Number(cell) : cell])
        .filter(([name, cell]) => cell !== "" || name === "commission"),
    ),
  );
}

export const cents = (amounts: readonly number[]): bigint =>
  sum(amounts.map((amount) => BigInt(Math.round(amount * 100))));
export const addUp = (amounts: readonly number[]): number => majorOf(cents(amounts));
