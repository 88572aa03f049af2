import { useLayoutEffect, useRef, useState, type RefObject } from "react";

/** Below this width, a table's columns do not fit next to each other. */
const TABLE_MIN_PX = 780;
const TABLET_MAX = "(max-width: 68.75em)";
/** Below these widths, the cells move closer together, and then the columns that are `wideOnly` are hidden. */
const MEDIUM_MAX_PX = 970;
const SMALL_MAX_PX = 850;
type Size = "small" | "medium" | "large";

interface Room {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Only cards fit, on a phone or tablet. A narrow part of a wide page keeps its table, which scrolls. */
  readonly isNarrow: boolean;
  /** The table is wider than its room and scrolls within it. */
  readonly overflows: boolean;
  readonly size: Size;
}

const sizeOf = (width: number): Size => (width < SMALL_MAX_PX ? "small" : width < MEDIUM_MAX_PX ? "medium" : "large");

/** Measures the element that holds a table: whether a table fits depends on its own width, not on the window's. */
export function useRoom(): Room {
  const ref = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Omit<Room, "ref">>({ isNarrow: false, overflows: false, size: "large" });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = (): void => {
      const isNarrow = element.clientWidth < TABLE_MIN_PX && window.matchMedia(TABLET_MAX).matches;
      const overflows = !isNarrow && element.scrollWidth > element.clientWidth;
      const next = { isNarrow, overflows, size: sizeOf(element.clientWidth) };
      setRoom((now) =>
        now.isNarrow === isNarrow && now.overflows === overflows && now.size === next.size ? now : next,
      );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    if (element.firstElementChild) observer.observe(element.firstElementChild);
    return () => observer.disconnect();
  });
  return { ref, ...room };
}
