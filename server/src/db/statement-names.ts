import { createHash } from "node:crypto";
import type pg from "pg";
import type { Sql } from "sql-template-tag";

interface Named {
  /** The parts between the values. */
  readonly strings: readonly string[];
  readonly text: string;
  readonly name: string;
}

/** A named statement is parsed and planned once per connection: about twice as fast when reading a row by key. */
export class StatementNames {
  // Each name costs memory in every server process, so texts that vary (lists of values) must not fill it.
  static readonly #max = 500;
  /** By the first part. Parts come from the source, so they are compared faster than a text is put together. */
  readonly #named = new Map<string, Named[]>();
  #size = 0;
  #generation = 0;
  #givenUp = false;

  config(statement: Sql): pg.QueryConfig {
    const { strings, values } = statement;
    if (this.#givenUp) return { text: statement.text, values };
    const [first = ""] = strings;
    const known = this.#named.get(first)?.find((each) => areSame(each.strings, strings));
    if (known) return { name: known.name, text: known.text, values };
    const { text } = statement;
    if (this.#size >= StatementNames.#max) return { text, values };
    // Derived from the text: behind a pooler, processes share prepared statements.
    const name = `g${this.#generation}q${createHash("sha256").update(text).digest("base64url").slice(0, 32)}`;
    this.#named.set(first, [...(this.#named.get(first) ?? []), { strings, text, name }]);
    this.#size += 1;
    return { name, text, values };
  }

  /**
   * New names for all statements: every connection of the pool prepares them again, not only the one with the stale
   * plan.
   */
  renew(): void {
    this.#generation += 1;
    this.#named.clear();
    this.#size = 0;
  }

  /** Stops preparing statements. */
  giveUp(): void {
    this.#givenUp = true;
  }
}

function areSame(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}
