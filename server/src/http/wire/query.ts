import { OFFSET_MAX, SEARCH_MAX } from "tributary-sdk/limits";
import { z } from "zod";
import { choice, pageFields, text } from "./fields.ts";

/** An empty filter in the URL is no filter. */
export const given = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional());

export const instant = (name: string) => {
  const error = (): string => `${name} must be an ISO 8601 time with a time zone, such as 2026-03-01T00:00:00Z.`;
  return z.iso.datetime({ offset: true, error }).transform((value) => new Date(value));
};

/** Without a time, so it is the same for every reader. From 1970 on, because the database has no year 0. */
export const calendarDay = (name: string) => {
  const error = (): string => `${name} must be a date, such as 2026-03-01.`;
  return z.iso.date({ error }).refine((day) => day >= "1970-01-01", { error });
};

export const calendarMonth = (name: string) => {
  const error = (): string => `${name} must be a month, such as 2026-03.`;
  return z.string({ error }).refine((month) => /^(?:19[7-9]\d|[2-9]\d{3})-(?:0[1-9]|1[0-2])$/.test(month), { error });
};

/** `amount` sorts in ascending order, `-amount` in descending order. */
export const sortQuery = <const Key extends string>(keys: readonly [Key, ...Key[]]) => given(choice("sort", keys));

export const searchText = text("search", { max: SEARCH_MAX }).transform((value) => value.trim());

/** The database reads all rows that an offset skips, so the offset is limited. The CSV has the whole list. */
const beyondReach = `offset must be a whole number of at most ${OFFSET_MAX}. Narrow the filter, or download the CSV.`;

export const pageQuery = {
  limit: pageFields.limit,
  offset: pageFields.offset.refine((value) => value <= OFFSET_MAX, { error: beyondReach }),
};
