/** Ends early when the signal is aborted. */
export function pause(ms: number, early: AbortSignal): Promise<void> {
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
