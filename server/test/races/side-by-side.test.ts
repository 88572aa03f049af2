import { expect, test } from "vitest";
import {
  approveConversion,
  rejectConversionAsMember,
  unrejectConversion,
} from "../../src/usecases/conversions/change-conversion.ts";
import { rounds, timeout, together, wideApp } from "../support/parallel.ts";
import { ledgerFaults } from "../support/world.ts";
import { aStage, track } from "./stage.ts";

const WORKERS = 32;

// In a currency other than the campaign's nothing queues for the budget first: the workers only meet in totals and
// balances.
test.each(["EUR", "USD"])(
  "workers who change separate conversions in %s, in opposite orders, never deadlock",
  { timeout },
  async (code) => {
    const app = await wideApp();
    const stage = await aStage(app);
    const { context } = stage.merchant;
    await together(WORKERS, async (worker) => {
      const { id } = await track(stage, 100 + worker, code);
      for (let round = 0; round < rounds(2); round += 1) {
        await rejectConversionAsMember(context, { id });
        await unrejectConversion(context, { id });
      }
      await approveConversion(context, { id });
      if (worker % 2 === 0) await rejectConversionAsMember(context, { id });
    });
    expect(await ledgerFaults(app)).toEqual([]);
    expect(await app.deadlocks()).toBe(0);
  },
);
