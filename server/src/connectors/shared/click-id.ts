import { parseId } from "../../domain/ids.ts";

/** The first candidate that is a click ID. Shops use fields such as Stripe's `client_reference_id` for IDs of their own too. */
export const clickIdOf = (...candidates: readonly (string | null)[]): string | null =>
  candidates.find((text) => text !== null && parseId("click", text) !== undefined) ?? null;
