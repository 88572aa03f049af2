const KEY = "tributary-shortcuts";

/** Per browser, because speech input and other assistive technology belong to the device. */
export function shortcutsAreOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export function switchShortcuts(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, "off");
  } catch {
    // Without storage, they stay on.
  }
}
