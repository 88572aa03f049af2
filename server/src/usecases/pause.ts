/** Ends early when the signal is aborted, and at once if it already is. */
export function pause(ms: number, early: AbortSignal): Promise<void> {
  if (early.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      early.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    early.addEventListener("abort", end);
  });
}
