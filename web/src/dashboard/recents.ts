/** Records that were opened from the palette, newest first. */
export interface Recent {
  readonly kind: "conversion" | "claim" | "campaign" | "affiliate";
  readonly id: string;
  readonly label: string;
}

const RECENTS_MAX = 5;
/** In this tab only, so that nothing about orders stays in the browser. */
const keyOf = (accountId: string): string => `tributary-recents-${accountId}`;

export function recentsOf(accountId: string): readonly Recent[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(accountId)) ?? "[]");
    return Array.isArray(stored) ? (stored as Recent[]) : [];
  } catch {
    return [];
  }
}

export function remember(accountId: string, recent: Recent): void {
  const others = recentsOf(accountId).filter(({ id }) => id !== recent.id);
  try {
    sessionStorage.setItem(keyOf(accountId), JSON.stringify([recent, ...others].slice(0, RECENTS_MAX)));
  } catch {
    // Without storage, the palette has no recent records.
  }
}
