import { createHmac } from "node:crypto";
import type { ConnectorSettings, InboundRequest, Provider, Translation } from "../../src/connectors/shared/provider.ts";
import type { Fact } from "../../src/domain/connectors/fact.ts";

export const RECEIVED_AT = new Date("2026-11-16T12:00:00Z");
export const SETTINGS: ConnectorSettings = { paymentIntents: false, mapping: null };

export const hmac = (encoding: "hex" | "base64", body: string, secret: string): string =>
  createHmac("sha256", secret).update(body).digest(encoding);

/** A request as the inbox stores it and works it through. */
export function translatedBy(provider: Provider, request: InboundRequest, settings = SETTINGS): Translation {
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  const { topic } = provider.recognize(request);
  return provider.translate({ topic, headers, body: request.body.toString(), receivedAt: RECEIVED_AT }, settings);
}

export function factsBy(provider: Provider, request: InboundRequest, settings = SETTINGS): readonly Fact[] {
  const translation = translatedBy(provider, request, settings);
  if ("ignored" in translation) throw new Error(`Ignored: ${translation.ignored}.`);
  return translation.facts;
}

type Of<K extends Fact["kind"]> = Extract<Fact, { kind: K }>;

export const ofKind = <K extends Fact["kind"]>(facts: readonly Fact[], kind: K): readonly Of<K>[] =>
  facts.filter((fact): fact is Of<K> => fact.kind === kind);

/** The only fact of a kind. */
export function onlyOf<K extends Fact["kind"]>(facts: readonly Fact[], kind: K): Of<K> {
  const [first, ...others] = ofKind(facts, kind);
  if (!first || others.length > 0) throw new Error(`${others.length + (first ? 1 : 0)} facts are of kind ${kind}.`);
  return first;
}
