/** Notices are queued until the component that shows them has loaded. */
export interface Notice {
  readonly message: string;
  readonly isProblem: boolean;
}

let waiting: readonly Notice[] = [];
const listeners = new Set<() => void>();

export const notifyDone = (message: string): void => add({ message, isProblem: false });
export const notifyProblem = (message: string): void => add({ message, isProblem: true });

export function onNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const waitingNotices = (): readonly Notice[] => waiting;

export function takeNotices(): readonly Notice[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

function add(notice: Notice): void {
  waiting = [...waiting, notice];
  for (const listener of listeners) listener();
}
