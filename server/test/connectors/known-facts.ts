import type { CommissionBase } from "tributary-sdk/words";
import { providerNamed } from "../../src/connectors/providers.ts";
import type { Fact } from "../../src/domain/connectors/fact.ts";
import { factJson, namesCustomer, withoutCustomer, type KnownFact } from "../../src/domain/connectors/fact-json.ts";
import { fold, type OrderKnowledge, type WantedOrder } from "../../src/domain/connectors/fold.ts";
import type { Story, StoryEvent } from "./story.ts";

type Of<K extends Fact["kind"]> = Extract<KnownFact, { kind: K }>;

/** The facts of an event, as they are stored. */
export function factsOfEvent({ provider }: Story, { body, headers }: StoryEvent): readonly KnownFact[] {
  const { topic } = providerNamed(provider).recognize({ headers, body: Buffer.from(body) });
  const receipt = { topic, headers, body, receivedAt: new Date(0) };
  const translation = providerNamed(provider).translate(receipt, { paymentIntents: false, mapping: null });
  if ("ignored" in translation) {
    if (translation.ignored === "nothing_to_do") return [];
    throw new Error(`Ignored: ${translation.ignored}.`);
  }
  return translation.facts.map((fact) =>
    namesCustomer(fact) ? withoutCustomer(fact, fact.customer?.id ?? fact.customer?.email ?? null) : fact,
  );
}

/** The rules of the stored facts, in memory: the newest statement holds, and handles are only added. */
export class KnownFacts {
  readonly #facts = new Map<string, KnownFact>();
  readonly #handles = new Map<string, Set<string>>();

  add(facts: readonly KnownFact[]): void {
    for (const fact of facts) {
      const key = keyOf(fact);
      const known = this.#facts.get(key);
      if (!known || isNewer(fact, known)) this.#facts.set(key, fact);
      this.#handles.set(key, new Set([...(this.#handles.get(key) ?? []), ...fact.handles]));
    }
  }

  /** What should be recorded about every order, as text. */
  orders(base: CommissionBase = "net"): string {
    const wanted = this.#of("payment").map((payment) => folded(this.#about(payment), base));
    return wanted
      .toSorted((a, b) => (a.orderId < b.orderId ? -1 : 1))
      .map(({ text }) => text)
      .join("\n");
  }

  #of<K extends Fact["kind"]>(kind: K): Of<K>[] {
    return [...this.#facts.values()].filter((fact): fact is Of<K> => fact.kind === kind);
  }

  #about(payment: Of<"payment">): OrderKnowledge {
    const reached = new Set(this.#handles.get(keyOf(payment)));
    const isReached = (fact: KnownFact): boolean =>
      [...(this.#handles.get(keyOf(fact)) ?? [])].some((handle) => reached.has(handle));
    for (let before = -1; before !== reached.size;) {
      before = reached.size;
      for (const link of this.#of("link").filter(isReached))
        for (const handle of this.#handles.get(keyOf(link)) ?? []) reached.add(handle);
    }
    const evidence = this.#of("evidence").filter(isReached);
    return { payment, evidence, refunds: this.#of("refund").filter(isReached), coupons: this.#of("coupon") };
  }
}

const keyOf = ({ kind, objectId }: KnownFact): string => `${kind} ${objectId}`;

const isNewer = (fact: KnownFact, known: KnownFact): boolean =>
  fact.at.getTime() === known.at.getTime() ? jsonOf(fact) > jsonOf(known) : fact.at > known.at;

/** Thousands of orders of arrival have the same facts. */
const jsons = new WeakMap<KnownFact, string>();
function jsonOf(fact: KnownFact): string {
  const json = jsons.get(fact) ?? factJson(fact);
  jsons.set(fact, json);
  return json;
}

interface Folded {
  readonly orderId: string;
  readonly text: string;
}

/** By payment, and by the base with all that was known, in its order: equal knowledge gives equal orders. */
const foldedSoFar = new WeakMap<KnownFact, Map<string, Folded>>();

function folded(knowledge: OrderKnowledge, base: CommissionBase): Folded {
  const { payment, evidence, refunds, coupons } = knowledge;
  const ofPayment = foldedSoFar.get(payment) ?? new Map<string, Folded>();
  foldedSoFar.set(payment, ofPayment);
  const key = [base, ...[evidence, refunds, coupons].map((facts) => facts.map(numberOf).join(","))].join(" ");
  const known = ofPayment.get(key);
  if (known) return known;
  const order = fold(knowledge, base);
  const made = { orderId: order.orderId, text: textOf(order) };
  ofPayment.set(key, made);
  return made;
}

const numbers = new WeakMap<KnownFact, number>();
let numbered = 0;
function numberOf(fact: KnownFact): number {
  const number = numbers.get(fact) ?? (numbered += 1);
  numbers.set(fact, number);
  return number;
}

const textOf = (order: WantedOrder): string =>
  JSON.stringify(order, (_name, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
