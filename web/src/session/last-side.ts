const KEY = "tributary-side";

export type Side = "dashboard" | "portal";

/** On which side somebody with both was last: `/` leads there. Where a browser forbids storage nothing is remembered. */
export function rememberSide(side: Side): void {
  try {
    localStorage.setItem(KEY, side);
  } catch {
    // Only a convenience.
  }
}

export function lastSide(): Side {
  try {
    return localStorage.getItem(KEY) === "portal" ? "portal" : "dashboard";
  } catch {
    return "dashboard";
  }
}
