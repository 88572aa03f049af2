import type { AuditAction } from "tributary-sdk/words";
import type { Id, IdKind } from "./ids.ts";

export { auditActions, type AuditAction } from "tributary-sdk/words";

export type Fact = string | number | boolean | null | readonly string[];
/** What the log may say about a thing, by the names of the wire. Never a secret, a bank account, or a person's name or address. */
export type Facts = Readonly<Record<string, Fact>>;

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subject: Id<IdKind>;
  /** What stayed the same and is worth saying all the same: it stands on both sides. */
  readonly about?: Facts | undefined;
  /** Left out where there was nothing. */
  readonly before?: Facts | undefined;
  /** Left out where there is nothing any more. */
  readonly after?: Facts | undefined;
}

export interface Difference {
  readonly before: Facts | null;
  readonly after: Facts | null;
}

/** Only what changed; undefined when nothing did. What has no sides at all happened, and is told by its action alone. */
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

/** Of a thing that has just begun or ended, what it does not have is not worth a word. */
const withoutNulls = (facts: Facts): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== null));
