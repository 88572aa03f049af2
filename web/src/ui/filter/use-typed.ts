import { useDebouncedCallback } from "@mantine/hooks";
import { useState } from "react";

const PAUSE_MS = 250;

interface TypedFilter<Typed, Value> {
  /** In the URL. */
  readonly value: Value;
  readonly typedOf: (value: Value) => Typed;
  readonly valueOf: (typed: Typed) => Value;
  readonly onChange: (value: Value) => void;
}

/** What is typed into a filter. It reaches the URL after a short pause, and follows the URL. */
export function useTyped<Typed, Value extends string | number>(
  filter: TypedFilter<Typed, Value>,
): readonly [typed: Typed, type: (typed: Typed) => void] {
  const { value, typedOf, valueOf, onChange } = filter;
  const [typed, setTyped] = useState(() => typedOf(value));
  const [seen, setSeen] = useState(value);
  const [sent, setSent] = useState<Value>();
  if (seen !== value) {
    setSeen(value);
    setSent(undefined);
    // The URL changed by other means, such as the back button. What was typed here stays, even a space at its end.
    if (value !== sent) setTyped(() => typedOf(value));
  }
  const send = useDebouncedCallback((latest: Typed) => {
    // The back button may have replaced it during the pause.
    setTyped(() => latest);
    setSent(valueOf(latest));
    onChange(valueOf(latest));
  }, PAUSE_MS);
  const type = (next: Typed): void => {
    setTyped(() => next);
    send(next);
  };
  return [typed, type];
}
