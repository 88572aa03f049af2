import { useLayoutEffect, useRef, useState, type RefObject } from "react";

/** Below this width, a table's columns do not fit next to each other. */
const TABLE_MIN_PX = 720;
const TABLET_MAX = "(max-width: 68.75em)";

interface Room {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Only cards fit, on a phone or tablet. A narrow part of a wide page keeps its table, which scrolls. */
  readonly isNarrow: boolean;
  /** The table is wider than its room and scrolls within it. */
  readonly overflows: boolean;
}

/** Measures the element that holds a table: whether a table fits depends on its own width, not on the window's. */
export function useRoom(): Room {
  const ref = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ isNarrow: false, overflows: false });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = (): void => {
      const isNarrow = element.clientWidth < TABLE_MIN_PX && window.matchMedia(TABLET_MAX).matches;
      const overflows = !isNarrow && element.scrollWidth > element.clientWidth;
      setRoom((now) => (now.isNarrow === isNarrow && now.overflows === overflows ? now : { isNarrow, overflows }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  });
  return { ref, ...room };
}
