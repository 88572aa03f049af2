const KEY = "tributary-side";

export type Side = "dashboard" | "portal";

/** Remembers whether the dashboard or the portal was open last, for the redirect of `/`. Needs browser storage. */
export function rememberSide(side: Side): void {
  try {
    localStorage.setItem(KEY, side);
  } catch {
    // Storage is blocked. This is only a convenience.
  }
}

export function lastSide(): Side {
  try {
    return localStorage.getItem(KEY) === "portal" ? "portal" : "dashboard";
  } catch {
    return "dashboard";
  }
}
