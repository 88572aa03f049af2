import type { AuditAction } from "tributary-sdk/words";
import type { Id, IdKind } from "./ids.ts";

export { auditActions, type AuditAction } from "tributary-sdk/words";

export type Fact = string | number | boolean | null | readonly string[];
/**
 * What the log may record about an object, under the API's field names. Never secrets, bank accounts, or people's names
 * and addresses.
 */
export type Facts = Readonly<Record<string, Fact>>;

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subject: Id<IdKind>;
  /** Unchanged facts that give context. They are included in both `before` and `after`. */
  readonly about?: Facts | undefined;
  /** Omitted if the object did not exist before. */
  readonly before?: Facts | undefined;
  /** Omitted if the object no longer exists. */
  readonly after?: Facts | undefined;
}

export interface Difference {
  readonly before: Facts | null;
  readonly after: Facts | null;
}

/**
 * Only the facts that changed; undefined if nothing changed. An entry without `before` and `after` records only its
 * action.
 */
export function differenceOf({ about, before, after }: Omit<AuditEntry, "action" | "subject">): Difference | undefined {
  const said = (facts: Facts | undefined): Facts | null => (facts ? { ...about, ...withoutNulls(facts) } : null);
  if (!before || !after) return { before: said(before), after: said(after) };
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  if (changed.length === 0) return undefined;
  const only = (facts: Facts): Facts => ({
    ...about,
    ...Object.fromEntries(Object.entries(facts).filter(([name]) => changed.includes(name))),
  });
  return { before: only(before), after: only(after) };
}

/** When an object is created or deleted, empty fields are not worth recording. */
const withoutNulls = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null));
