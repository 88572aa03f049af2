import type { Id, IdKind } from "../domain/ids.ts";

/** A row whose columns are named like the properties of `T`. Its IDs are bare UUIDs. */
export type Row<T> = {
  readonly [Key in keyof T]: T[Key] extends Id<IdKind>
    ? string
    : T[Key] extends Id<IdKind> | null
      ? string | null
      : T[Key];
};
