// Whether the server responds. After a failed request or import, a small probe checks the server, and repeats until it
// is back, so that every page recovers automatically.

const PROBE = "/readyz";
const PROBE_EVERY_MS = 2000;

type Listener = () => void;

let unreachable = false;
let watching: Promise<void> | undefined;
const onChange = new Set<Listener>();
const onBack = new Set<Listener>();

export const isUnreachable = (): boolean => unreachable;

export const onReachability = (listener: Listener): Listener => subscribe(onChange, listener);

/** Called when the server responds again after it did not. */
export const onServerBack = (listener: Listener): Listener => subscribe(onBack, listener);

/** Probes the server. Resolves when it responds: at once, or when it is back. */
export function untilReachable(): Promise<void> {
  watching ??= watch().finally(() => (watching = undefined));
  return watching;
}

/** The statuses that a proxy sends if the server is down, and that the server sends if the database is down. */
export const isUnavailable = (status: number): boolean => status >= 502 && status <= 504;

async function watch(): Promise<void> {
  if (await responds()) return;
  change(true);
  do await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS));
  while (!(await responds()));
  change(false);
  for (const listener of onBack) listener();
}

async function responds(): Promise<boolean> {
  try {
    return !isUnavailable((await fetch(PROBE, { cache: "no-store" })).status);
  } catch {
    return false;
  }
}

function change(to: boolean): void {
  unreachable = to;
  for (const listener of onChange) listener();
}

function subscribe(listeners: Set<Listener>, listener: Listener): Listener {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
